/** HTML of a page's content to Markdown, by rehype and remark. */
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

const converter = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: "-", fences: true, rule: "-" })
  .freeze();

/** @throws RangeError when the page is nested so deep that the stack ends. */
export function htmlToMarkdown(html: string): string {
  return String(converter.processSync(html));
}
