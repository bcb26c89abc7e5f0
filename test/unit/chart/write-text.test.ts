import { expect, test } from "vitest";
import { attributionLine, attributionText } from "../../../src/chart/attribution.js";
import { languageOf } from "../../../src/chart/language.js";
import { declarations, LIGHT, VARIABLES } from "../../../src/chart/palette.js";
import { tree } from "../../../src/chart/tree.js";
import { writeText } from "../../../src/chart/write-text.js";

test("text and attributes cannot become markup", () => {
  const drawn = tree("text", { fill: '"><script>' }, "<b>&'");
  expect(writeText(drawn)).toBe('<text fill="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&#39;</text>');
});

test("attributes keep their order, and one that is undefined is left out", () => {
  expect(writeText(tree("rect", { y: 0, x: undefined, width: 5 }))).toBe('<rect y="0" width="5"></rect>');
});

test("the attribution names index, site and host, as text and as a line with a link", () => {
  const publisher = { indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: "https://peak.example:8443/x/?a" };
  expect(attributionText(publisher)).toBe("Peak Cycle Index by Peak · peak.example:8443");
  expect(writeText(attributionLine(publisher))).toContain('">peak.example:8443</a></p>');
});

test("a language tag gives its language, and English when it is none of ours", () => {
  expect(["pt-BR", "DE", "fr", "es-419", "ja", "", undefined, null].map(languageOf)).toEqual([
    "pt",
    "de",
    "fr",
    "es",
    "en",
    "en",
    "en",
    "en",
  ]);
});

test("every color is a variable of its name, and a theme declares them all", () => {
  expect(VARIABLES.PEAK).toBe("var(--PEAK)");
  expect(declarations(LIGHT).split(";")).toHaveLength(11);
  expect(declarations(LIGHT)).toContain(`--paper:${LIGHT.paper};`);
});
