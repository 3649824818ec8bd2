import { describe, expect, it } from "vitest";
import type { Document } from "../../src/contracts/document.ts";
import { sources } from "../../scrapers/index.ts";
import { sphinxPage } from "./fixtures.ts";
import { accepted, pageOf } from "./support.ts";

async function read(html: string, input = "page.html"): Promise<Document> {
  return accepted(await sources.docs.parse(pageOf(input, html)));
}

describe("a Sphinx page", () => {
  it("gives the documented object with its signature, fields and session", async () => {
    const document = await read(sphinxPage);
    expect(document).toMatchObject({
      name: "pile.heap",
      title: "pile.heap",
      revision: "2.1.0",
      extra: { generator: "sphinx" },
    });
    expect(document.api).toEqual({
      kind: "function",
      module: "pile",
      qualifiedName: "pile.heap",
      signature: "(items, *, limit=10)",
      parameters: [
        {
          name: "items",
          kind: "positional-or-keyword",
          annotation: null,
          default: null,
          description: "list of int. What to pile.",
        },
        { name: "limit", kind: "keyword-only", annotation: null, default: "10", description: null },
      ],
      returns: "The largest items.",
      raises: [{ exception: "ValueError", description: "If limit is negative." }],
    });
    expect(document.examples).toEqual([
      {
        language: "python",
        info: "",
        kind: "doctest",
        code: ">>> from pile import heap\n>>> heap([1])\n[1]",
        steps: [
          { source: "from pile import heap", expected: null, directives: [] },
          { source: "heap([1])", expected: "[1]", directives: [] },
        ],
        parses: true,
        line: null,
        heading: "pile.heap",
      },
    ]);
    expect(document.description).toContain("Puts the items on a heap");
    expect(JSON.stringify(document.sections)).not.toMatch(/Copy|Menu|¶/);
  });

  it("calls what a gallery printed output", async () => {
    const document = await read(
      '<html><body><div class="body" role="main"><h1>Demo</h1><p>Shows how a pile is printed, step by step.</p><div class="highlight-Python"><div class="highlight"><pre><span></span>import pile\nprint(pile)</pre></div></div><div class="sphx-glr-script-out highlight-none"><div class="highlight"><pre><span></span>[1, 2]</pre></div></div></div></body></html>',
    );
    expect(document.examples.map((block) => [block.language, block.kind, block.parses])).toEqual([
      ["python", "script", true],
      ["text", "output", null],
    ]);
  });
});

const prose = "<p>Explains in a sentence or two what the thing does, for a test.</p>";

describe("generators", () => {
  it.each([
    [
      "mkdocs",
      `<html><head><meta name="generator" content="mkdocs-1.4.2"></head><body><div class="md-sidebar">Menu</div><article class="md-content__inner"><h1>Thing</h1>${prose}<div class="language-py highlight"><pre><code>import a</code></pre></div></article></body></html>`,
    ],
    [
      "docusaurus",
      `<html><head><meta name="generator" content="Docusaurus v2"></head><body><nav>Menu</nav><article><div class="theme-doc-markdown"><header><h1>Thing</h1></header>${prose}<div class="language-python codeBlock"><pre><code><span>import a</span><br></code></pre></div></div></article></body></html>`,
    ],
    [
      "hf-doc-builder",
      `<meta name="hf:doc:metadata" content="{}"><div class="prose-doc"><h1>Thing</h1>${prose}<div class="code-block"><button>Copied</button><pre><span class="hljs-keyword">import</span> a</pre></div></div>`,
    ],
    [
      "tensorflow",
      `<html><body><article class="devsite-article"><div class="devsite-article-body"><h1>Thing</h1>${prose}<pre class="prettyprint lang-python"><code>import a</code></pre></div></article></body></html>`,
    ],
    [
      "other",
      `<html><body><main><h1>Thing</h1>${prose}<pre><code class="language-python">import a</code></pre></main></body></html>`,
    ],
  ])("%s", async (generator, html) => {
    const document = await read(html);
    expect(document.extra["generator"]).toBe(generator);
    expect(document.title).toBe("Thing");
    expect(document.description).toBe("Explains in a sentence or two what the thing does, for a test.");
    expect(document.examples.map((block) => [block.code, block.kind, block.parses])).toEqual([
      ["import a", "script", true],
    ]);
  });

  it("doc-builder boxes give signatures and parameters", async () => {
    const box = `<div class="docstring border-l-2"><div><span id="lib.Thing.run"><h4><span>run</span></h4><p class="font-mono"><span>(</span><span class="comma"><span>size<span> = 3</span></span></span><span class="comma"><span>**kwargs</span></span><span>)</span></p><ul><li><span><strong>size</strong> (<code>int</code>) — How big it is.</span></li></ul></span></div></div>`;
    const document = await read(
      `<meta name="hf:doc:metadata" content="{}"><div class="prose-doc"><h1>Thing</h1>${prose}${box}</div>`,
    );
    expect(document.api).toMatchObject({
      kind: "method",
      qualifiedName: "lib.Thing.run",
      signature: "(size = 3, **kwargs)",
    });
    expect(
      document.api?.parameters.map(({ name, default: value, description }) => [name, value, description]),
    ).toEqual([
      ["size", "3", "How big it is."],
      ["kwargs", null, null],
    ]);
  });

  it("TensorFlow pages name their object", async () => {
    const document = await read(
      `<html><body><article><div itemscope itemtype="http://developers.google.com/ReferenceObject"><meta itemprop="name" content="tf.pile.heap"></div><h1>tf.pile.heap</h1><pre><code>heap(\n    items,\n    limit=10\n)</code></pre>${prose}<h4>Args:</h4><ul><li><b><code>items</code></b>: What to pile.</li></ul><h4>Raises:</h4><ul><li><code>ValueError</code>: If empty.</li></ul></article></body></html>`,
    );
    expect(document.api).toMatchObject({
      kind: "function",
      module: "tf.pile",
      qualifiedName: "tf.pile.heap",
      signature: "(items, limit=10)",
      parameters: [
        { name: "items", description: "What to pile." },
        { name: "limit", default: "10" },
      ],
      raises: [{ exception: "ValueError", description: "If empty." }],
    });
  });
});

describe("hostile pages", () => {
  it("nesting without end is rejected, not a crash", async () => {
    const parsed = await sources.docs.parse(pageOf("deep.html", `<html><body>${"<div>".repeat(60_000)}text`));
    expect(parsed).toMatchObject({ state: "rejected", reason: "too-nested" });
  });

  it("a page that is too large is rejected", async () => {
    const parsed = await sources.docs.parse(
      pageOf("large.html", `<html><body>${"<p>text</p>".repeat(600_000)}`),
    );
    expect(parsed).toMatchObject({ state: "rejected", reason: "too-large" });
  });

  it("scripts are not content", async () => {
    const document = await read(
      `<html><body><main><h1>Thing</h1><script>alert("x")</script>${prose}</main></body></html>`,
    );
    expect(JSON.stringify(document)).not.toContain("alert");
  });

  it("a picture is not text", async () => {
    const picture = Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256);
    expect(await sources.docs.parse(pageOf("a.html", picture))).toMatchObject({
      state: "rejected",
      reason: "not-text",
    });
  });
});
