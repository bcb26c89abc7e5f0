import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { NAMED_SITE, sampleSnapshot } from "../../support/sample-published.js";
import { sampleSite } from "../../support/sample-site.js";
import { showHistory } from "../../support/show-history.js";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const { app, ask: askNamed } = sampleSite({ config: NAMED_SITE });
const below = sampleSite({ config: { ...NAMED_SITE, baseUrl: new URL("https://peak.example/below/") } });
const PLACES = PAGES.flatMap((page) =>
  languagesOf(page).map((language) => ({ page, language, path: pagePath(page, language) })),
);
const PATHS = PLACES.map(({ path }) => path);
const DRAWN = await Promise.all(
  PLACES.map(async (place) => {
    const answer = await askNamed(place.path);
    return { ...place, answer, text: await answer.text() };
  }),
);

/** Every value of an attribute of a tag, as written. */
function attributesOf(text: string, tag: string, name: string): readonly string[] {
  const tags = text.match(new RegExp(`<${tag}\\s[^>]*>`, "g")) ?? [];
  return tags.flatMap((each) => new RegExp(`\\s${name}="([^"]*)"`).exec(each)?.[1] ?? []);
}

describe.each(DRAWN)("the page at $path", ({ page, language, path, answer, text }) => {
  const { status, headers } = answer;
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";

  test("is HTML with a policy that allows its one style, has nothing else inline, and contacts no other host", () => {
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = headers.get("content-security-policy");
    const hash = createHash("sha256").update(style).digest("base64");
    for (const part of ["default-src 'none'; ", "require-trusted-types-for 'script'", `style-src 'sha256-${hash}'`])
      expect(policy).toContain(part);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(text).not.toMatch(/<script(?![^>]* src=| type="application\/json")|\son\w+=|<[^>]*\sstyle="/i);
    expect(text).not.toMatch(/<(?:script|img|iframe)\b[^>]*\ssrc="(?:[a-z]+:)?\/\/|rel="(?:stylesheet|pre)/);
  });

  test("states its language", () => {
    expect(text).toContain(`<html lang="${language}">`);
  });

  test("has a title and a description as long as a search engine shows", () => {
    expect(text).toMatch(/<title>[^<]{10,90}<\/title>/);
    expect(text).toMatch(/<meta name="description" content="[^"]{40,200}">/);
  });

  test("has a preview picture that the site serves", async () => {
    const [, image = ""] = /property="og:image" content="([^"]*)"/.exec(text) ?? [];
    const { origin, pathname, search } = new URL(image.replaceAll("&amp;", "&"));
    expect([origin, pathname]).toEqual(["https://peak.example", "/embed/nhci-share.png"]);
    expect((await askNamed(pathname + search)).status).not.toBe(404);
  });

  test("escapes the name of the index", () => {
    expect(text).toContain("Cycle &quot;&lt;One&gt;&quot; by Peak");
    expect(text).not.toContain("<One>");
  });

  test("names its own address", () => {
    expect(text).toContain(`<link rel="canonical" href="https://peak.example${path}">`);
  });

  test("links its translations", () => {
    const linked = languagesOf(page).filter((twin) =>
      text.includes(`hreflang="${twin}" href="https://peak.example${pagePath(page, twin)}">`),
    );
    expect(linked).toEqual(languagesOf(page));
  });

  test("links both feeds", () => {
    const feeds = text.match(/(?<=<link rel="alternate" type="application\/\w+\+\w+" href=")[^"]*feed[^"]*/g);
    expect(feeds).toEqual(["https://peak.example/feed.atom", "https://peak.example/feed.json"]);
  });

  test("links only to known paths, also below a path of a domain", async () => {
    const base = "https://peak.example/below/";
    const moved = await (await below.ask(path)).text();
    const links = [...attributesOf(moved, "a", "href"), ...attributesOf(moved, "script", "src")];
    const inside = links
      .filter((link) => !/^[a-z]+:|^#/.test(link) || link.startsWith(base))
      .map((link) => new URL(link, base.slice(0, -1) + path));
    expect(inside.length).toBeGreaterThan(8);
    const isKnown = (url: string) =>
      url.startsWith("/below/") && app.hasRoute({ method: "GET", url: url.slice("/below".length) });
    expect(inside.filter(({ pathname }) => !isKnown(pathname))).toEqual([]);
  });

  test("has headings in order, every id once, and internal links to existing anchors", () => {
    const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect([levels.indexOf(1), levels.lastIndexOf(1)]).toEqual([0, 0]);
    expect(levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
    const ids = attributesOf(text, "\\w+", "id");
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const targets = attributesOf(text, "a", "href").filter((link) => link.startsWith("#"));
    expect(targets.filter((target) => !ids.includes(target.slice(1)))).toEqual([]);
  });

  test("is small enough for a slow phone, and its style uses no undefined variable", () => {
    expect(gzipSync(text).length).toBeLessThan(60 * 1024);
    const used = [...style.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !new RegExp(`${name}\\s*:`).test(style))).toEqual([]);
  });
});

test("every page says if the market is simulated, and only then", async () => {
  const simulated = sampleSite({ config: { isSimulated: true } });
  for (const path of PATHS.filter((each) => !/^\/..(\/|$)/.test(each)))
    expect(await (await simulated.ask(path)).text(), path).toContain("Simulated market");
  for (const { text } of DRAWN) expect(text).not.toContain("Simulated market");
});

test("scripts, frames and pictures are allowed only on pages that use them", () => {
  const counts = DRAWN.filter(({ language }) => language === "en").map(({ page, answer }) => {
    const policy = answer.headers.get("content-security-policy") ?? "";
    return [page, ["script-src", "frame-src", "img-src data: 'self'"].filter((part) => policy.includes(part)).length];
  });
  expect(Object.fromEntries(counts)).toEqual({
    ...{ home: 2, record: 0, method: 1, embed: 3, docs: 1, feed: 1, status: 0, attribution: 1 },
  });
});

test("a page has one URL, and none in a language without a translation", async () => {
  const { ask } = sampleSite();
  for (const path of ["/xx", "/en", "/de/record", "/es/docs", "/pt/embed/nhci", "/DE", "/es/feed.atom"])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test("search engines find every page in every language", async () => {
  const { ask } = sampleSite();
  expect(await (await ask("/robots.txt")).text()).toContain("\nSitemap: http://127.0.0.1:8080/sitemap.xml\n");
  const sitemap = await (await ask("/sitemap.xml")).text();
  const locations = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, each]) => new URL(`${each}`).pathname);
  expect(locations).toEqual(PATHS);
  expect(sitemap.split('hreflang="x-default"')).toHaveLength(locations.length + 1);
});

test.each([
  ["/nothing", "en", "/"],
  ["/de/nichts", "de", "/de"],
])("the unknown path %s is a page for browsers, with the menu in its language", async (path, language, home) => {
  const answer = await sampleSite().ask(path, { headers: BROWSER });
  const text = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(text).toContain(`<html lang="${language}">`);
  const brand = /class="brand" href="([^"]+)"/.exec(text)?.[1] ?? "";
  expect(new URL(brand, `http://127.0.0.1:8080${path}`).pathname).toBe(home);
  expect(text).toContain(language === "de" ? "47,3 <span" : "47.3 <span");
});

test("a page in another language marks the links to pages in English", async () => {
  const { ask } = sampleSite();
  const text = await (await ask("/de")).text();
  const marked = [...text.matchAll(/<a href="[^"]*" hreflang="en"[^>]*>([^<]*) <small>\(EN\)</g)].map(
    ([, name]) => name,
  );
  expect(marked).toEqual(["Rückblick", "Methode", "API", "Feed", "Status"]);
  expect(await (await ask("/")).text()).not.toContain("(EN)");
});

test.each([
  ["/nothing", "application/json"],
  ["/api/public/nothing", BROWSER.accept],
])("the unknown path %s requested with %s is a problem", async (path, accept) => {
  const answer = await sampleSite().ask(path, { headers: { accept } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
});

test("the front page shows a new score, live price and rows at once, also at the end of its chart", async () => {
  const { ask, published } = sampleSite();
  const { score, market } = sampleSnapshot();
  const text = async () => (await ask("/?range=30d")).text();
  expect(await text()).toContain("84,391");
  published.show({ market: { ...market, btcPrice: { ...market.btcPrice, value: 90_123.45 } } });
  const moved = await text();
  expect([moved.includes("90,123"), moved.includes("84,391")]).toEqual([true, false]); // one price on one page
  published.show({ score: { ...score, btc: { ...score.btc, score: 51.6 } } });
  expect(await text()).toContain(">51.6<");
  const days = moved.split('<th scope="row">').length;
  showHistory(published, { rows: [] });
  expect((await text()).split('<th scope="row">').length).toBeLessThan(days);
});
