import { expect, test } from "vitest";
import { linkTo, pagePath } from "../../../src/pages/site.js";

test("English pages stand at the root, others behind their language if they are translated", () => {
  expect(pagePath("home", "en")).toBe("/");
  expect(pagePath("docs", "en")).toBe("/docs");
  expect(pagePath("home", "de")).toBe("/de");
  expect(pagePath("embed", "de")).toBe("/de/embed");
  expect(pagePath("docs", "de")).toBe("/docs");
});

test.each([
  ["/", "/", "./"],
  ["/", "/docs", "docs"],
  ["/", "/#use", "./#use"],
  ["/de", "/", "./"],
  ["/de", "/de/embed", "de/embed"],
  ["/de/embed", "/", "../"],
  ["/de/embed", "/docs", "../docs"],
  ["/de/embed", "/embed/nhci?lang=de", "../embed/nhci?lang=de"],
])("from %s to %s it is %s", (from, to, link) => {
  expect(linkTo(from, to)).toBe(link);
  expect(new URL(link, `https://peak.example/below${from}`).href).toBe(`https://peak.example/below${to}`);
});
