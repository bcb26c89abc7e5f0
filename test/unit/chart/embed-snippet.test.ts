import { expect, test } from "vitest";
import type { EmbedChoice } from "../../../src/chart/embed-choice.js";
import { embedSnippets } from "../../../src/chart/embed-snippet.js";

const PLACE = { address: "https://peak.example", indexName: "Cycle [One] <i>" };

function codesOf(choice: EmbedChoice): readonly string[] {
  return embedSnippets(choice, PLACE).map(({ code }) => code);
}

test("a script stands below its host, and the usual is not written", () => {
  expect(codesOf({ kind: "chart", size: "lg", theme: "auto", language: undefined })).toEqual([
    '<div data-nhci-widget></div>\n<script src="https://peak.example/embed/nhci-chart.js" async></script>',
  ]);
  expect(codesOf({ kind: "badge", size: "sm", theme: "dark", language: "de" })).toEqual([
    '<div data-nhci-badge data-size="sm" data-theme="dark" data-lang="de"></div>\n' +
      '<script src="https://peak.example/embed/nhci-badge.js" async></script>',
  ]);
});

test("an iframe has width, height, title and no frame", () => {
  const [code = ""] = codesOf({ kind: "frame", size: "sm", theme: "light", language: "en" });
  expect(code).toMatch(/^<iframe src="https:\/\/peak.example\/embed\/nhci\?theme=light"\s+width="320" height="\d+"/);
  expect(code).toContain('title="Cycle [One] &lt;i&gt;"');
  expect(code).toContain("border:0;border-radius:8px");
});

test("a picture is a link to the site, as HTML and as Markdown whose name cannot end it early", () => {
  const [html = "", markdown] = codesOf({ kind: "badge-svg", size: "md", theme: "light", language: "en" });
  expect(html).toMatch(/^<a href="https:\/\/peak.example\/"><img src="https:\/\/peak.example\/embed\/nhci-badge.svg"/);
  expect(html).toContain('alt="Cycle [One] &lt;i&gt;"');
  expect(markdown).toBe("[![Cycle \\[One\\] <i>](https://peak.example/embed/nhci-badge.svg)](https://peak.example/)");
});
