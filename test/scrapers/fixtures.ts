/** Small pages of every source, written for these tests. */

export const card = `---
license: apache-2.0
tags:
- text-classification
- tiny
pipeline_tag: text-classification
library_name: transformers
model-index:
- name: tiny
  results:
  - task:
      type: text-classification
    dataset:
      name: Made Up
    metrics:
    - type: accuracy
      value: 0.5
    - type: f1
      value: .nan
---

# Tiny classifier

A model that sorts short sentences into two piles, written for a test of the card reader.

## Use

\`\`\`python
from transformers import pipeline

classify = pipeline("text-classification", model="owner/tiny")
print(classify("good"))
\`\`\`

\`\`\`
[{'label': 'POSITIVE', 'score': 0.9}]
\`\`\`

## Install

~~~sh
pip install "transformers[torch]>=4.30" sentencepiece
~~~

<details>
<summary>More</summary>
\`\`\`py
>>> 1 + 1
2
\`\`\`
</details>
`;

export const torchhubPage = `---
layout: hub_detail
title: Small Net
summary: A small network for pictures of numbers
category: researchers
author: Nobody
tags: [vision]
github-link: https://example.org/owner/small
github-id: owner/small
accelerator: cuda-optional
---

\`\`\`python
import torch
model = torch.hub.load("owner/small:v1", "small_net", pretrained=True)
\`\`\`

### Model Description

Small Net looks at a picture of a digit and says which one it is.
`;

export const tfhubPage = `# Module owner/small-embedding/2
Embeds short sentences for a test.

<!-- asset-path: internal -->
<!-- task: text-embedding -->
<!-- dataset: made-up -->
<!-- dataset: invented -->
<!-- license: mit -->

## Overview

The model maps a sentence to eight numbers.

\`\`\`
import tensorflow_hub as hub
embed = hub.load("https://example.org/owner/small-embedding/2")
\`\`\`
`;

export const apiRecord = {
  domain: "Computer Vision Image Classification",
  framework: "Hugging Face Transformers",
  functionality: ["Image Classification"],
  api_name: "owner/small-vit",
  api_call: "AutoModel.from_pretrained('owner/small-vit')",
  api_arguments: { pretrained_model_name_or_path: "owner/small-vit" },
  python_environment_requirements: "pip install -U transformers torch==2.0",
  example_code: {
    import: "from transformers import AutoModel",
    "model = AutoModel.from_pretrained('owner/small-vit')": "",
  },
  performance: { dataset: "Made Up", accuracy: "about 70%" },
  description: "Classifies pictures &lt;small ones&gt; for a test.",
};

export const instructionRecord = {
  code: "###Instruction: Sort my pictures.\n###Output: <<<domain>>>: Computer Vision\n<<<api_call>>>: AutoModel.from_pretrained('owner/small-vit')\n<<<explanation>>>: Load the model, then call it.\n<<<code>>>: from transformers import AutoModel\nmodel = AutoModel.from_pretrained('owner/small-vit')\n",
  api_call: "AutoModel.from_pretrained('owner/small-vit')",
  provider: "Hugging Face Transformers",
  api_data: apiRecord,
};

export const sphinxPage = `<!DOCTYPE html><html><head>
<meta name="generator" content="Docutils 0.19: https://docutils.sourceforge.io/" />
<title>pile.heap &mdash; pile 2.1 documentation</title>
<script id="documentation_options">var DOCUMENTATION_OPTIONS = { VERSION: '2.1.0' };</script>
</head><body><div class="sphinxsidebar"><nav>Menu</nav></div>
<div class="body" role="main"><section id="heap">
<h1>pile.heap<a class="headerlink" href="#heap">¶</a></h1>
<dl class="py function"><dt class="sig sig-object py" id="pile.heap">
<span class="sig-prename descclassname"><span class="pre">pile.</span></span><span class="sig-name descname"><span class="pre">heap</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">items</span></span></em>, <em class="sig-param"><span class="o"><span class="pre">*</span></span></em>, <em class="sig-param"><span class="n"><span class="pre">limit</span></span><span class="o"><span class="pre">=</span></span><span class="default_value"><span class="pre">10</span></span></em><span class="sig-paren">)</span><a class="headerlink" href="#pile.heap">¶</a></dt>
<dd><p>Puts the items on a heap and gives the largest ones back, for a test.</p>
<dl class="field-list"><dt class="field-odd">Parameters<span class="colon">:</span></dt><dd class="field-odd"><dl>
<dt><strong>items</strong><span class="classifier">list of int</span></dt><dd><p>What to pile.</p></dd></dl></dd>
<dt class="field-even">Returns<span class="colon">:</span></dt><dd class="field-even"><p>The largest items.</p></dd>
<dt class="field-odd">Raises<span class="colon">:</span></dt><dd class="field-odd"><dl><dt><strong>ValueError</strong></dt><dd><p>If limit is negative.</p></dd></dl></dd></dl>
<div class="doctest highlight-default notranslate"><div class="highlight"><pre><span></span><span class="gp">&gt;&gt;&gt; </span><span class="kn">from</span> <span class="nn">pile</span> <span class="kn">import</span> <span class="n">heap</span>
<span class="gp">&gt;&gt;&gt; </span><span class="n">heap</span><span class="p">([</span><span class="mi">1</span><span class="p">])</span>
<span class="go">[1]</span>
</pre></div><button class="copybtn">Copy</button></div></dd></dl></section></div></body></html>`;
