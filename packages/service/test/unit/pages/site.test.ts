import { expect, test } from "vitest";
import { linkTo, pagePath } from "../../../src/pages/site.js";

test("English pages stand at the root, others behind their language if they are translated", () => {
  const paths = (["home", "embed", "docs"] as const).map((page) => [pagePath(page, "en"), pagePath(page, "de")]);
  expect(paths).toEqual([
    ["/", "/de"],
    ["/embed", "/de/embed"],
    ["/docs", "/docs"],
  ]);
});

test.each([
  ["/", "/", "./"],
  ["/", "/docs", "docs"],
  ["/de", "/de/embed", "de/embed"],
  ["/de/embed", "/", "../"],
  ["/de/embed", "/embed/nhci?lang=de", "../embed/nhci?lang=de"],
])("the way from %s to %s is %s, also below a path of someone's domain", (from, to, link) => {
  expect(linkTo(from, to)).toBe(link);
  expect(new URL(link, `https://peak.example/below${from}`).href).toBe(`https://peak.example/below${to}`);
});
