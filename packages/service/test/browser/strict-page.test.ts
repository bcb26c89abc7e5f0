import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CURRENT, type EmbedSite, embedSite, HISTORY } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { hostElement, hostPage, SCRIPTS } from "../support/host-page.js";
import { noiseOf } from "../support/page-noise.js";
import { scoreShown } from "../support/widget-page.js";

browserSuite("a strict page of another origin", (open) => {
  test("with ten widgets and doubled scripts asks each endpoint once, nobody else, makes no sound and leaves one name and keeps nothing", async () => {
    const site = await embedSite();
    const { page, noise, origin, asked } = await crowdedPage(site);
    await scoreShown(page, 10);
    await page.waitForLoadState("networkidle");
    expect(noise.lines).toEqual([]);
    expect([site.count(CURRENT), site.count(HISTORY)]).toEqual([1, 1]);
    expect([...noise.origins].sort()).toEqual([origin, site.origin].sort());
    const expected = [CURRENT, HISTORY, SCRIPTS.chart, SCRIPTS.badge];
    expect([...new Set(asked())].sort()).toEqual(expected.map((path) => `GET ${path}`).sort());
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

  test("shows the score by a copy of the script of its own, pinned by hash, from the site that data-api names", async () => {
    const site = await embedSite();
    const script = await (await fetch(site.origin + SCRIPTS.chart)).text();
    const integrity = `sha384-${createHash("sha384").update(script).digest("base64")}`;
    const host = await foreignPage({
      html: `${hostElement("chart", { "data-api": site.origin })}
        <script src="/nhci-chart.js" integrity="${integrity}" async></script>`,
      headers: { "content-security-policy": `default-src 'none'; script-src 'self'; connect-src ${site.origin}` },
      others: { "/nhci-chart.js": script },
    });
    const page = await open();
    const noise = noiseOf(page);
    await page.goto(host.url);
    await scoreShown(page, 1);
    expect(noise.lines).toEqual([]);
  });

  async function crowdedPage(site: EmbedSite) {
    const before = site.asked.length;
    const charts = Array.from({ length: 5 }, () => hostElement("chart"));
    const badges = Array.from({ length: 5 }, () => hostElement("badge"));
    const html = hostPage({
      site: site.origin,
      body: [...charts, ...badges].join("\n"),
      scripts: [SCRIPTS.chart, SCRIPTS.badge, SCRIPTS.chart, SCRIPTS.badge],
    });
    const host = await foreignPage({ html, headers: strictPolicy(site.origin) });
    const page: Page = await open({ width: 400 });
    const noise = noiseOf(page);
    await page.addInitScript(() => Object.assign(window, { before: Reflect.ownKeys(window) }));
    await page.goto(host.url);
    return { page, noise, origin: host.origin, asked: () => site.asked.slice(before) };
  }
});
