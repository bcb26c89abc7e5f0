import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CURRENT, type EmbedSite, embedSite, HISTORY } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { hostElement, hostPage, SCRIPTS } from "../support/host-page.js";
import { noiseOf } from "../support/page-noise.js";
import { scoreShown } from "../support/widget-page.js";

browserSuite("a strict page of another origin", (open) => {
  test("with ten widgets, doubled scripts and two versions asks each endpoint once, nobody else, makes no sound and leaves one name and keeps nothing", async () => {
    const site = await embedSite();
    const { page, noise, origin, asked } = await crowdedPage(site);
    await scoreShown(page, 10);
    await page.waitForLoadState("networkidle");
    expect(noise.lines).toEqual([]);
    expect([site.count(CURRENT), site.count(HISTORY)]).toEqual([1, 1]);
    expect([...noise.origins].sort()).toEqual([origin, site.origin].sort());
    const paths = new Set(asked().map((line) => line.replace(/\/\d[^/]*\//, "/<version>/")));
    const pinned = ["/embed/<version>/nhci-chart.js", "/embed/<version>/nhci-badge.js"];
    const expected = [CURRENT, HISTORY, SCRIPTS.chart, SCRIPTS.badge, ...pinned];
    expect([...paths].sort()).toEqual(expected.map((path) => `GET ${path}`).sort());
    const { cookies, origins } = await page.context().storageState({ indexedDB: true });
    expect({ cookies, origins }).toEqual({ cookies: [], origins: [] });
    const kept = await page.evaluate(async () => ({
      session: sessionStorage.length,
      local: localStorage.length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    expect(kept).toEqual({ session: 0, local: 0, caches: 0, workers: 0 });
    const left = await page.evaluate(() => {
      const { before } = window as unknown as { before: PropertyKey[] };
      return Reflect.ownKeys(window)
        .filter((key) => !before.includes(key) && key !== "before")
        .map(String);
    });
    expect(left).toEqual(["Symbol(peak.api.1)"]);
  });

  async function crowdedPage(site: EmbedSite) {
    const version = await versionOf(site);
    const before = site.asked.length;
    const charts = Array.from({ length: 5 }, () => hostElement("chart"));
    const badges = Array.from({ length: 5 }, () => hostElement("badge"));
    const plain = [SCRIPTS.chart, SCRIPTS.badge, SCRIPTS.chart, SCRIPTS.badge];
    const pinned = [`/embed/${version}/nhci-chart.js`, `/embed/${version}/nhci-badge.js`];
    const html = hostPage({
      site: site.origin,
      body: [...charts, ...badges].join("\n"),
      scripts: [...plain, ...pinned],
    });
    const host = await foreignPage({ html, headers: strictPolicy(site.origin) });
    const page: Page = await open({ width: 400 });
    const noise = noiseOf(page);
    await page.addInitScript(() => Object.assign(window, { before: Reflect.ownKeys(window) }));
    await page.goto(host.url);
    return { page, noise, origin: host.origin, asked: () => site.asked.slice(before) };
  }
});

/** The version of the served scripts, as the page that explains embedding prints it. */
async function versionOf(site: EmbedSite): Promise<string> {
  const page = await (await fetch(`${site.origin}/embed`)).text();
  const found = /\/embed\/(\d[\w.+-]*)\/nhci-chart\.js/.exec(page)?.[1];
  if (found === undefined) throw new Error("the page does not name a version");
  return found;
}
