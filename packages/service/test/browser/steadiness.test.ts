import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CURRENT, EMBED_DATA, type EmbedSite, embedSite, HISTORY } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { bothWidgets, hostElement, hostPage, hostsOf, SCRIPTS } from "../support/host-page.js";
import { forgetShifts, shiftsOf, watchShifts } from "../support/layout-shifts.js";
import { noiseOf } from "../support/page-noise.js";
import { attributionsSeen, drawn, notesShown, scoreShown, withoutHttpCache } from "../support/widget-page.js";

/** The lines of chart and badge. */
const ATTRIBUTIONS = Array(2).fill("Peak Cycle Index by Peak · peak.example");

/** Answers of the API are fresh for a minute. */
const REFRESH_MS = 61_000;
/** Longer than any back-off waits for its next try. */
const IDLE_MS = 3_600_000;

/** What chart and badge say first in each scene of the sandbox, and the chart after it. The clock of the site stands still. */
const SCENES: Readonly<Record<string, readonly string[]>> = {
  fondo: ["Bitcoin", "10.0", "Bottom"],
  acum: ["Bitcoin", "30.0", "Accumulation"],
  bull: ["Bitcoin", "50.0", "Bull Active"],
  hot: ["Bitcoin", "70.0", "Hot Zone"],
  peak: ["Bitcoin", "90.0", "Peak"],
  descent: ["Bitcoin", "50.0", "Bull Active", "▲ Bear-market descent"],
  "top-risk": ["Bitcoin", "70.0", "Hot Zone", "▲ Cycle-top risk"],
  both: ["Bitcoin", "70.0", "Hot Zone", "▲ Bear-market descent", "▲ Cycle-top risk"],
  stale: ["Stale", "50.0", "Bull Active"],
  waiting: ["Bitcoin", "–", "Waiting"],
  limited: ["Bitcoin", "50.0", "Bull Active"],
  recovering: ["Bitcoin", "50.0", "Bull Active"],
  edges: ["Bitcoin", "40.0", "Bull Active"],
  tour: ["Bitcoin", "30.0", "Accumulation"],
};

browserSuite("widgets that go through good and bad times", (open) => {
  test("move nothing below them and keep the attribution from loading through failure to recovery", async () => {
    const site = await embedSite();
    site.api("silent");
    const page = await hostPageOf(site);
    await drawn(page, 2);
    await forgetShifts(page); // where the page leaves no room, the first picture makes some
    await checkCalm(page);
    site.api("well");
    await scoreShown(page, 2);
    await page.waitForLoadState("networkidle"); // what is still under way when time jumps is given up
    await checkCalm(page);
    site.api("broken");
    await page.clock.fastForward(REFRESH_MS);
    await notesShown(page, 2);
    await checkCalm(page);
    site.api("well");
    await page.clock.fastForward(IDLE_MS);
    await notesShown(page, 0);
    await checkCalm(page);
  });

  describe.each(["broken", "offline"] as const)("an API that is %s from the beginning", (behavior) => {
    test("leaves a picture of the same size with the attribution, and the score comes when the API is back", async () => {
      const site = await embedSite();
      site.api(behavior);
      const page = await hostPageOf(site);
      await notesShown(page, 2);
      await forgetShifts(page);
      await checkCalm(page);
      site.api("well");
      await page.clock.fastForward(IDLE_MS);
      await scoreShown(page, 2);
      await notesShown(page, 0);
      await checkCalm(page);
    });
  });

  test("throw nothing and log nothing of their own in an outage", async () => {
    const site = await embedSite();
    site.api("broken");
    const page = await hostPageOf(site);
    const { lines } = noiseOf(page);
    await notesShown(page, 2);
    await page.clock.fastForward(IDLE_MS);
    // The browser itself notes each answer that is no success; nobody can prevent it. Its body is left unread.
    const ofBrowser = /^console error: Failed to load resource|net::ERR_ABORTED$/;
    expect(lines.filter((line) => !ofBrowser.test(line))).toEqual([]);
  });

  test("do not hammer an API that refuses them", async () => {
    const site = await embedSite();
    site.api("limited");
    site.retryAfterSeconds = 90;
    const page = await hostPageOf(site);
    await scoreShown(page, 2);
    await page.clock.runFor(85_000);
    expect(site.count(CURRENT)).toBe(1);
    expect(site.count(HISTORY)).toBeLessThanOrEqual(1);
    expect(site.count(EMBED_DATA)).toBeLessThanOrEqual(2);
  });

  test("show the score to every reader behind an address whose limit is used up, and leave the limit as it is", async () => {
    const site = await embedSite();
    const status = async () => (await fetch(site.origin + CURRENT)).status;
    for (let i = 0; i < 20; i++) expect(await status()).toBe(200);
    for (let readers = 0; readers < 4; readers++) {
      const page = await hostPageOf(site);
      await scoreShown(page, 2);
      await expect.poll(() => page.locator("tr:has(td)").count()).toBe(30);
      await notesShown(page, 0);
      expect(await attributionsSeen(page)).toEqual(ATTRIBUTIONS);
    }
    expect(await status()).toBe(429);
  });

  test("show each scene of the sandbox, by data-api alone", async () => {
    const site = await embedSite();
    const { scenes } = await (await fetch(`${site.origin}/sandbox`)).json();
    const names: readonly string[] = scenes.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Object.keys(SCENES));
    const widgets = (["chart", "badge"] as const).flatMap((kind) =>
      names.map((name) => hostElement(kind, { "data-api": `${site.origin}/sandbox/${name}` })),
    );
    const html = hostPage({ site: site.origin, body: widgets.join(""), scripts: Object.values(SCRIPTS) });
    const page = await open();
    await page.goto((await foreignPage({ html })).url);
    /** The parts of each chart's label, without times and signal. */
    const charts = async () => {
      const labels = page.locator(`${hostsOf("chart")} [aria-label*=" / 100"]`);
      const texts = await labels.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));
      return texts.map((text) => text.split(/(?: \/ 100)?\. /).filter((part) => !/UTC|^Signal/.test(part)));
    };
    const badges = async () => {
      const texts = await page.locator(`${hostsOf("badge")} p`).allTextContents();
      return texts.flatMap((text, i) => (text.endsWith(" / 100") ? [[texts[i - 1], text.replace(" / 100", "")]] : []));
    };
    await expect.poll(charts).toEqual(Object.values(SCENES));
    await expect.poll(badges).toEqual(Object.values(SCENES).map((each) => each.slice(0, 2)));
  });

  async function hostPageOf(site: EmbedSite): Promise<Page> {
    const host = await foreignPage({ html: bothWidgets(site.origin), headers: strictPolicy(site.origin) });
    const page = await open({ width: 336 });
    await watchShifts(page);
    await withoutHttpCache(page);
    await page.clock.install();
    await page.goto(host.url);
    return page;
  }

  async function checkCalm(page: Page): Promise<void> {
    expect(await attributionsSeen(page)).toEqual(ATTRIBUTIONS);
    expect(await shiftsOf(page)).toEqual([]);
  }
});
