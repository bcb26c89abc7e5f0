import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ProblemReply } from "../../../src/http/problems.js";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { VERSION } from "../../../src/platform/version.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { showHistory } from "../../support/show-history.js";
import { sampleSite } from "./sample-site.js";
import { publishSample, sampleSnapshot } from "./samples.js";

const HOUR_MS = 3_600_000;
const PATHS = PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language)));

describe("every page", () => {
  test("is HTML under a policy that allows its one style", async () => {
    const { ask } = sampleSite();
    for (const path of PATHS) {
      const page = await ask(path);
      expect([path, page.status, page.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; ");
      expect(page.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      const text = await page.text();
      const hash = createHash("sha256").update(/<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "");
      expect(page.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash.digest("base64")}'`);
      expect(text).toContain("</html>");
    }
  });

  test("allows scripts, frames and pictures only where they are used", async () => {
    const { ask } = sampleSite();
    const policies = await Promise.all(
      PAGES.map(async (page) => (await ask(pagePath(page, "de"))).headers.get("content-security-policy") ?? ""),
    );
    const allowed = policies.map((policy) =>
      ["script-src", "frame-src", "img-src data: 'self'"].map((part) => policy.includes(part)),
    );
    const none = [false, false, false];
    const scripts = [true, false, false];
    expect(Object.fromEntries(PAGES.map((page, i) => [page, allowed[i]]))).toEqual({
      home: [true, false, true],
      record: none,
      method: scripts,
      embed: [true, true, true],
      docs: scripts,
      status: none,
      attribution: scripts,
    });
  });

  test("is kept for an hour, but for those that speak of the score, which live as long as what they say", async () => {
    const { ask } = sampleSite();
    const kept = async (path: string) => (await ask(path)).headers.get("cache-control");
    for (const page of ["/embed", "/method", "/docs", "/es/attribution", "/record"])
      expect(await kept(page)).toBe("public, max-age=3600");
    expect(await kept("/")).toBe(await kept("/api/public/nhci"));
    expect(await kept("/pt")).toBe(await kept("/"));
    expect(await kept("/status")).toBe("public, max-age=60");
  });

  test("has one address in each of its languages", async () => {
    const { ask } = sampleSite();
    for (const path of [
      "/xx",
      "/en",
      "/de/home",
      "/de/record",
      "/es/docs",
      "/es/api",
      "/pt/embed/nhci",
      "/DE",
      "/es/feed.atom",
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});

describe("where nothing is", () => {
  const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

  test.each([
    ["/nothing", "en", "/"],
    ["/de/nichts", "de", "/de"],
  ])("%s is a page for browsers, with the menu in its language", async (path, language, home) => {
    const { ask } = sampleSite();
    const answer = await ask(path, { headers: BROWSER });
    const text = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toMatch(/<meta name="robots"\s+content="noindex">/);
    expect(text).not.toContain("canonical");
    const brand = /class="brand" href="([^"]+)"/.exec(text)?.[1] ?? "";
    expect(new URL(brand, `http://127.0.0.1:8080${path}`).pathname).toBe(home);
  });

  test("programs get a problem, and so do browsers below /api/", async () => {
    const { ask } = sampleSite();
    for (const [path, headers] of [
      ["/nothing", { accept: "*/*" }],
      ["/nothing", { accept: "application/json" }],
      ["/api/public/nothing", BROWSER],
    ] as const) {
      const answer = await ask(path, { headers });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
      expect(ProblemReply.safeParse(await answer.json()).success).toBe(true);
    }
  });
});

describe("the front page", () => {
  test("shows a new price and new rows at once", async () => {
    const { ask, published, clock } = sampleSite();
    const text = async () => {
      clock.advance(1);
      return (await ask("/de?range=30d")).text();
    };
    expect(await text()).toContain("84.400");
    publishSample(published, sampleSnapshot(undefined, 90_000));
    const moved = await text();
    expect(moved).toContain("90.000");
    expect(moved).not.toContain("84.400"); // the end of the chart and its table say the same price
    const days = async () => (await text()).split('<th scope="row">').length;
    const before = await days();
    showHistory(published, { rows: [] });
    expect(await days()).toBeLessThan(before);
  });
});

describe("the page about the state of the service", () => {
  test("turns stale with the score, as the front page does, and no copy of it outlives that moment", async () => {
    const { ask, clock } = sampleSite();
    const read = async () => {
      const page = await ask("/status");
      return [await page.text(), page.headers.get("cache-control")] as const;
    };
    await clock.advance(2 * HOUR_MS - 60_000 - 10_000 + 250);
    const [fresh, kept] = await read();
    expect(kept).toBe("public, max-age=9");
    expect(await (await ask("/")).text()).not.toContain('<section class="hero stale"');
    await clock.advance(10_001);
    const [stale] = await read();
    expect(stale).not.toBe(fresh);
    expect(await (await ask("/")).text()).toContain('<section class="hero stale"');
  });

  test("and others wait for something to show, and may be kept for seconds only", async () => {
    const { ask, published } = sampleSite({ isEmpty: true });
    for (const path of ["/", "/es", "/record", "/status"]) {
      const page = await ask(path);
      expect([page.status, page.headers.get("cache-control")]).toEqual([200, "public, max-age=5"]);
    }
    const before = await (await ask("/record")).text();
    published.record.put(SAMPLE_RECORD);
    const after = await ask("/record");
    expect(after.headers.get("cache-control")).toBe("public, max-age=3600");
    expect((await after.text()).length).toBeGreaterThan(before.length);
  });
});

describe("what pages point at", () => {
  test("is found by search engines in every language", async () => {
    const { ask } = sampleSite();
    expect(await (await ask("/robots.txt")).text()).toContain("\nSitemap: http://127.0.0.1:8080/sitemap.xml\n");
    const sitemap = await (await ask("/sitemap.xml")).text();
    const locations = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, location]) => new URL(`${location}`).pathname,
    );
    expect(locations).toEqual(PATHS);
    expect(sitemap.split('hreflang="x-default"')).toHaveLength(locations.length + 1);
  });

  test("has scripts as files of their own, and nothing else beside them", async () => {
    const { ask } = sampleSite();
    for (const name of ["copy.js", "document.js", "home.js"]) {
      const script = await ask(`/assets/${name}`);
      expect([script.status, script.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
      expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    }
    for (const name of ["nhci-chart.js", "frame.js", "other.js", "copy.css"]) {
      expect((await ask(`/assets/${name}`)).status).toBe(404);
    }
  });
});

describe("openapi.json", () => {
  test("describes this installation by name and address", async () => {
    const { ask } = sampleSite({ config: { indexName: "Other", baseUrl: new URL("https://peak.example/below/") } });
    const answer = await ask("/openapi.json");
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Other", version: VERSION },
      servers: [{ url: "https://peak.example/below" }, { url: "https://peak.example/below/sandbox/{scene}" }],
    });
  });
});
