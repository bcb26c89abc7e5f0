import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { showHistory } from "../../support/show-history.js";
import { sampleSite } from "./sample-site.js";
import { publishSample, sampleSnapshot } from "./samples.js";

const PATHS = PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language)));
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

test("every page is HTML under a policy that allows its one style, and names the feeds", async () => {
  const { ask } = sampleSite();
  for (const path of PATHS) {
    const page = await ask(path);
    expect([path, page.status, page.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; ");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const text = await page.text();
    const hash = createHash("sha256").update(/<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "");
    expect(policy).toContain(`style-src 'sha256-${hash.digest("base64")}'`);
    const links = [...text.matchAll(/<link rel="alternate" type="application\/\w+\+\w+" href="([^"]*feed[^"]*)"/g)];
    expect(links.map(([, href]) => href)).toEqual([
      "http://127.0.0.1:8080/feed.atom",
      "http://127.0.0.1:8080/feed.json",
    ]);
  }
});

test("scripts, frames and pictures are allowed only on pages that use them", async () => {
  const { ask } = sampleSite();
  const allowed = async (path: string) => {
    const policy = (await ask(path)).headers.get("content-security-policy") ?? "";
    return ["script-src", "frame-src", "img-src data: 'self'"].filter((part) => policy.includes(part)).length;
  };
  const counts = await Promise.all(PAGES.map(async (page) => [page, await allowed(pagePath(page, "de"))]));
  expect(Object.fromEntries(counts)).toEqual({
    ...{ home: 2, record: 0, method: 1, embed: 3, docs: 1, status: 0, attribution: 1 },
  });
});

test("a page has one address in each of its languages", async () => {
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
])("where nothing is, %s is a page for browsers, with the menu in its language", async (path, language, home) => {
  const answer = await sampleSite().ask(path, { headers: BROWSER });
  const text = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(text).toContain(`<html lang="${language}">`);
  const brand = /class="brand" href="([^"]+)"/.exec(text)?.[1] ?? "";
  expect(new URL(brand, `http://127.0.0.1:8080${path}`).pathname).toBe(home);
});

test.each([
  ["/nothing", "application/json"],
  ["/api/public/nothing", BROWSER.accept],
])("where nothing is, %s asked for with %s is a problem", async (path, accept) => {
  const answer = await sampleSite().ask(path, { headers: { accept } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
});

test("the front page shows a new price and new rows at once", async () => {
  const { ask, published } = sampleSite();
  const text = async () => (await ask("/de?range=30d")).text();
  expect(await text()).toContain("84.400");
  publishSample(published, sampleSnapshot(undefined, 90_000));
  const moved = await text();
  expect([moved.includes("90.000"), moved.includes("84.400")]).toEqual([true, false]); // one price on one page
  const days = moved.split('<th scope="row">').length;
  showHistory(published, { rows: [] });
  expect((await text()).split('<th scope="row">').length).toBeLessThan(days);
});

test("the front page says the live price, also where its chart ends", async () => {
  const { ask, published } = sampleSite();
  const { market } = sampleSnapshot();
  published.show({ market: { ...market, btcPrice: { ...market.btcPrice, value: 90_123.45 } } });
  const text = await (await ask("/")).text();
  expect([text.includes("90,123"), text.includes("84,391")]).toEqual([true, false]);
});
