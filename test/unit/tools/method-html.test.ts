import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { methodHtml } from "../../../tools/method-html.js";
import { drawPage } from "../site/samples.js";

const DOCUMENT = readFileSync(new URL("../../../docs/method.md", import.meta.url), "utf8");

test("every section of the method stands on the page once, folded behind its name, and in the contents", () => {
  const titles = DOCUMENT.replace(/^```[\s\S]*?^```/gm, "").match(/^#{2,3} .+$/gm) ?? [];
  expect(titles.length).toBeGreaterThan(30);
  const made = methodHtml(DOCUMENT);
  const ids = [...made.matchAll(/<(?:div|h3) id="([^"]+)">/g)].map(([, id]) => id);
  expect(ids).toHaveLength(titles.length);
  expect(made.match(/<details class="fold"/g)).toHaveLength(titles.filter((title) => !title.startsWith("###")).length);
  expect(made).not.toContain("<h1");
  const page = drawPage("method", "en");
  const contents = page.slice(page.indexOf('<nav class="toc"'), page.indexOf("</details></nav>"));
  expect([...contents.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id)).toEqual(ids);
  expect(contents).toContain('<li class="part"><a href="#fear--greed-average">Fear &amp; Greed average</a>');
});

test("formulas have indexes, exponents and signs; names of fields and code stay", () => {
  const made = methodHtml(
    "# T\n\nE\n\n## S\n\nw_j = 2^(j / 1461), P_{i-365} <= 3, SMA(P, 200)_i - 1, new_high, `score_x <= 1`\n",
  );
  for (const text of [
    "w<sub>j</sub> = 2<sup>j / 1461</sup>",
    "P<sub>i-365</sub> ≤ 3",
    "SMA(P, 200)<sub>i</sub> − 1",
    "new_high",
    "<code>score_x &lt;= 1</code>",
  ])
    expect(made).toContain(text);
});

test("a link to another document is its text; one to a section or the web is a link", () => {
  const made = methodHtml("# T\n\n## S\n\n[a](decisions/0001.md) [b](#s) [c](https://peak.example/)\n");
  expect(made).toContain('<p>a <a href="#s">b</a> <a href="https://peak.example/">c</a></p>');
});

test("markup in the document is text", () => {
  expect(methodHtml("# T\n\n## S\n\n`<b>` < x, a & b\n\n```\n<script>\n```\n")).not.toMatch(/<b>|<script>|& b/);
});
