import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attributionParts } from "../../src/attribution.js";
import { badge } from "../../src/badge.js";
import { chartHeight } from "../../src/chart-plot.js";
import { type EmbedOptions, embedCode, embedPath } from "../../src/embeds.js";
import { PUBLISHER } from "../support/views.js";

const USUAL: EmbedOptions = { kind: "chart", size: "md", theme: "auto", language: undefined };
const codeOf = (options: Partial<EmbedOptions>) =>
  embedCode({ ...USUAL, ...options }, "https://peak.example", { ...PUBLISHER, indexName: "Cycle [One] <i>" });

test.each([
  [{ kind: "frame", language: "en" }, "/embed/nhci"],
  [{ kind: "frame", size: "lg", theme: "dark", language: "de" }, "/embed/nhci?theme=dark&lang=de"],
  [{ kind: "badge-svg", theme: "light" }, "/embed/nhci-badge.svg"],
  [{ kind: "badge-flat", size: "lg", language: "de" }, "/embed/nhci-badge.svg?style=flat&lang=de"],
  [{ kind: "cycle-svg", size: "sm", theme: "dark", asset: "crypto" }, "/embed/nhci-cycle.svg?size=sm&theme=dark"],
  [{ kind: "chart-png", size: "lg", asset: "crypto" }, "/embed/nhci-chart.png?asset=crypto&size=lg"],
  [{ kind: "chart", theme: "dark", language: "es" }, undefined],
] as const)("the embed %j has the address %s", (options, path) => {
  expect(embedPath({ ...USUAL, ...options })).toBe(path);
});

test("the code of a script reserves the host's height, contains a link, and omits defaults", () => {
  expect(codeOf({ size: "lg" })).toBe(
    '<div data-nhci-widget style="min-height:411px"><a href="https://peak.example/">Cycle [One] &lt;i&gt;</a></div>\n' +
      '<script src="https://peak.example/embed/nhci-chart.js" async></script>',
  );
  expect(codeOf({ kind: "badge", size: "sm", theme: "dark", language: "de", asset: "crypto" })).toContain(
    '<div data-nhci-badge data-asset="crypto" data-size="sm" data-theme="dark" data-lang="de" ' +
      'style="min-height:141px"><a ',
  );
});

test("the code of an iframe and of a picture has the escaped name of the index and the size", () => {
  const frame = codeOf({ kind: "frame", size: "sm", language: "de", asset: "crypto" });
  expect(frame).toMatch(/^<iframe src="https:\/\/peak.example\/embed\/nhci\?asset=crypto&amp;lang=de"\s+width="320" /);
  expect(frame).toContain('title="Cycle [One] &lt;i&gt; · Krypto"');
  const picture = codeOf({ kind: "badge-svg", theme: "light" });
  expect(picture).toContain('<a href="https://peak.example/"><img src="https://peak.example/embed/nhci-badge.svg"');
  expect(picture).toContain('width="320" height="171" alt="Cycle [One] &lt;i&gt;"');
});

test("a badge for a README is Markdown that no name can break", () => {
  expect(codeOf({ kind: "badge-flat" })).toBe(
    "[![Cycle \\[One\\] <i>](https://peak.example/embed/nhci-badge.svg?style=flat)](https://peak.example/)",
  );
});

test("the table of heights in docs/embedding.md matches the drawings", () => {
  const text = readFileSync(new URL("../../../../docs/embedding.md", import.meta.url), "utf8");
  const credit = attributionParts({
    indexName: "Peak Cycle Index",
    siteName: "Peak",
    baseUrl: "https://peak.example/",
  });
  const rows = [...text.matchAll(/^\| (?:from )?(\d+)(?: to (\d+))? px \| (\d+) px \| (\d+) px \|$/gm)];
  expect(rows).toHaveLength(7);
  for (const [, from, to = "720", height, ofBadge] of rows)
    for (const width of [Number(from), Number(to)]) {
      expect(chartHeight(width, "en", credit), `${width}`).toBe(Number(height));
      const drawn = badge({ now: undefined }, Math.min(400, width), "en", credit);
      expect(drawn.attributes["height"], `${width}`).toBe(Number(ofBadge));
    }
});
