import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { sampleSite } from "../http/sample-site.js";
import { attributesOf, drawPage, SITE } from "./samples.js";

const { app } = sampleSite();
const isKnownPath = (url: string) => app.hasRoute({ method: "GET", url });

const ALL = PAGES.flatMap((page) =>
  languagesOf(page).map((language) => ({ page, language, path: pagePath(page, language) })),
);

describe.each(ALL)("$path", ({ page, language, path }) => {
  const text = drawPage(page, language);

  test("says its language, a title and a description", () => {
    expect(text).toContain(`<html lang="${language}">`);
    expect(/<title>([^<]{10,90})<\/title>/.exec(text)).not.toBeNull();
    expect(/<meta name="description" content="[^"]{40,200}">/.exec(text)).not.toBeNull();
  });

  test("names itself and its twins in its other languages by whole addresses", () => {
    expect(text).toContain(`<link rel="canonical" href="https://peak.example${path}">`);
    for (const twin of languagesOf(page)) {
      const href = `https://peak.example${pagePath(page, twin)}`;
      expect(text).toContain(`<link rel="alternate" hreflang="${twin}" href="${href}">`);
    }
    expect(text).toContain(
      `<link rel="alternate" hreflang="x-default" href="https://peak.example${pagePath(page, "en")}">`,
    );
    expect(text).toContain(
      `content="https://peak.example/embed/nhci-cycle.png?size=xl${language === "en" ? "" : `&amp;lang=${language}`}`,
    );
  });

  test("leads to known paths only, also below a path of someone's domain", () => {
    const base = new URL("https://peak.example/below/");
    const below = drawPage(page, language, { ...SITE, baseUrl: base });
    const links = [...attributesOf(below, "a", "href"), ...attributesOf(below, "script", "src")];
    const inside = links
      .filter((link) => !/^[a-z]+:|^#/.test(link) || link.startsWith(base.href))
      .map((link) => new URL(link, base.href.slice(0, -1) + path).href);
    expect(inside.length).toBeGreaterThan(8);
    expect(inside.filter((link) => !link.startsWith(base.href))).toEqual([]);
    const paths = inside.map((link) => new URL(link).pathname.replace("/below", ""));
    expect(paths.filter((each) => !isKnownPath(each))).toEqual([]);
  });

  test("leads within itself to places that are there", () => {
    const places = new Set(attributesOf(text, "\\w+", "id"));
    const targets = attributesOf(text, "a", "href").filter((link) => link.startsWith("#"));
    expect(targets).toContain("#content");
    expect(targets.filter((target) => !places.has(target.slice(1)))).toEqual([]);
  });

  test("has headings in order, beginning with one of the first level", () => {
    const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
  });

  test("has every id once", () => {
    const ids = attributesOf(text, "\\w+", "id");
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test("escapes what is configured", () => {
    expect(text).toContain("Cycle &quot;&lt;One&gt;&quot; by Peak");
    expect(text).not.toContain("<One>");
  });

  test("holds no script and no attribute that its policy would have to allow inline", () => {
    expect(text).not.toMatch(/<script(?![^>]* src=| type="application\/(?:ld\+)?json")|\son\w+=/i);
    expect(text).not.toMatch(/<[^>]*\sstyle="/);
  });

  test("uses no variable in its style that has no value there", () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
    const used = [...style.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !new RegExp(`${name}\\s*:`).test(style))).toEqual([]);
  });

  test("is small enough for a slow phone", () => {
    expect(gzipSync(text).length).toBeLessThan(60 * 1024);
  });

  test("asks nobody else for anything", () => {
    const asked = [...text.matchAll(/<(?:script|img|iframe|source)\b[^>]*\ssrc="([^"]*)"/g)].map(
      ([, source]) => source,
    );
    const styles = [...text.matchAll(/<link rel="(?:stylesheet|preload|preconnect)"/g)];
    expect(asked.filter((source) => /^(?:[a-z]+:)?\/\//.test(source ?? ""))).toEqual([]);
    expect(styles).toEqual([]);
  });
});

test.each(["home", "embed"] as const)("a colon of the French page %s stays with the word before it", (page) => {
  const [, body = ""] = drawPage(page, "fr").split("<body>");
  const text = body.replace(/<(pre|script|code)\b[\s\S]*?<\/\1>/g, "code").replace(/<[^>]*>/g, "");
  expect(text).toContain("\u00a0: ");
  expect(text.match(/[^\s\u00a0]+: /g) ?? []).toEqual([]);
});

test("a simulated market is said plainly on every page, and only then", () => {
  for (const page of PAGES) {
    expect(drawPage(page, "en", { ...SITE, simulated: true })).toContain("Simulated market");
    expect(drawPage(page, "en")).not.toContain("Simulated market");
  }
});
