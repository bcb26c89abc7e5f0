import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { sampleSite } from "../http/sample-site.js";
import { attributesOf, drawPage, SITE } from "./samples.js";

const { app } = sampleSite();

const ALL = PAGES.flatMap((page) =>
  languagesOf(page).map((language) => ({ page, language, path: pagePath(page, language) })),
);

describe.each(ALL)("$path", ({ page, language, path }) => {
  const text = drawPage(page, language);
  const ids = attributesOf(text, "\\w+", "id");

  test("says its language, title and description, and names itself and its twins by whole addresses", () => {
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toMatch(/<title>[^<]{10,90}<\/title>/);
    expect(text).toMatch(/<meta name="description" content="[^"]{40,200}">/);
    expect(text).toContain(`<link rel="canonical" href="https://peak.example${path}">`);
    for (const twin of languagesOf(page))
      expect(text).toContain(`hreflang="${twin}" href="https://peak.example${pagePath(page, twin)}">`);
  });

  test("leads to known paths only, also below a path of someone's domain", () => {
    const base = "https://peak.example/below/";
    const below = drawPage(page, language, { ...SITE, baseUrl: new URL(base) });
    const links = [...attributesOf(below, "a", "href"), ...attributesOf(below, "script", "src")];
    const inside = links
      .filter((link) => !/^[a-z]+:|^#/.test(link) || link.startsWith(base))
      .map((link) => new URL(link, base.slice(0, -1) + path));
    expect(inside.length).toBeGreaterThan(8);
    const isKnown = (path: string) =>
      path.startsWith("/below/") && app.hasRoute({ method: "GET", url: path.slice("/below".length) });
    expect(inside.filter(({ pathname }) => !isKnown(pathname))).toEqual([]);
  });

  test("has headings in order, every id once, and leads within itself to places that are there", () => {
    const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels.indexOf(1)).toBe(0);
    expect(levels.lastIndexOf(1)).toBe(0);
    expect(levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const targets = attributesOf(text, "a", "href").filter((link) => link.startsWith("#"));
    expect(targets.filter((target) => !ids.includes(target.slice(1)))).toEqual([]);
  });

  test("escapes what is configured, has nothing inline that its policy forbids, and asks nobody else", () => {
    expect(text).toContain("Cycle &quot;&lt;One&gt;&quot; by Peak");
    expect(text).not.toContain("<One>");
    expect(text).not.toMatch(/<script(?![^>]* src=| type="application\/json")|\son\w+=|<[^>]*\sstyle="/i);
    expect(text).not.toMatch(/<(?:script|img|iframe)\b[^>]*\ssrc="(?:[a-z]+:)?\/\/|rel="(?:stylesheet|pre)/);
  });

  test("is small enough for a slow phone, and its style uses no variable that has no value", () => {
    expect(gzipSync(text).length).toBeLessThan(60 * 1024);
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
    const used = [...style.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !new RegExp(`${name}\\s*:`).test(style))).toEqual([]);
  });
});

test("a simulated market is said plainly on every page, and only then", () => {
  for (const page of PAGES) {
    expect(drawPage(page, "en", { ...SITE, simulated: true })).toContain("Simulated market");
    expect(drawPage(page, "en")).not.toContain("Simulated market");
  }
});
