import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CURRENT, type EmbedSite, embedSite } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { bothWidgets, hostElement, hostPage, SCRIPTS } from "../support/host-page.js";
import { forgetShifts, shiftsOf, watchShifts } from "../support/layout-shifts.js";
import { noiseOf } from "../support/page-noise.js";
import { attributionsSeen, drawn, notesShown, recoveredWidgets, scoreShown } from "../support/widget-page.js";

/** The lines of chart and badge. */
const ATTRIBUTIONS = Array(2).fill("Peak Cycle Index by Peak · peak.example");

/** Answers of the API are fresh for a minute. */
const REFRESH_MS = 61_000;
/** Longer than any back-off waits for its next try. */
const IDLE_MS = 3_600_000;

/**
 * What the charts of some scenes of the sandbox say; that each scene answers as it should:
 * `test/unit/http/endpoints/sandbox.test.ts`.
 */
const SCENES: Readonly<Record<string, readonly string[]>> = {
  both: ["70.0", "Hot Zone", "▲ 2 warnings"],
  stale: ["50.0", "Bull Active", "h old"],
  waiting: ["Waiting for the first score"],
  limited: ["50.0", "Bull Active"],
};

browserSuite("widgets that go through good and bad times", (open) => {
  test("move nothing below them, keep the attribution and say nothing, from an outage at the beginning through another to recovery", async () => {
    let answer: (route: Route) => Promise<unknown>;
    const silenced: Route[] = [];
    answer = async (route) => silenced.push(route);
    const page = await hostPageOf(await embedSite(), (route) => answer(route));
    const { lines } = noiseOf(page);
    await drawn(page, 2);
    await forgetShifts(page); // where the page leaves no room, the first picture makes some
    await checkCalm(page);
    for (const outage of ["first", "second"]) {
      answer = (route) => route.fulfill({ status: 500, headers: { "access-control-allow-origin": "*" } });
      if (outage === "first") await Promise.all(silenced.map(answer));
      else await page.clock.fastForward(REFRESH_MS);
      await notesShown(page, 2);
      await checkCalm(page);
      answer = (route) => route.continue();
      await recovered(page);
      await page.waitForLoadState("networkidle"); // what is still under way when time jumps is given up
      await checkCalm(page);
    }
    // The browser itself notes each answer that is no success; nobody can prevent it. Its body is left unread.
    const ofBrowser = /^console error: Failed to load resource|net::ERR_ABORTED$/;
    expect(lines.filter((line) => !ofBrowser.test(line))).toEqual([]);
  });

  test("show the score behind an address whose limit is used up, and leave the limit as it is", async () => {
    const site = await embedSite();
    const status = async () => (await fetch(site.origin + CURRENT)).status;
    for (let i = 0; i < 20; i++) expect(await status()).toBe(200);
    const page = await hostPageOf(site);
    await scoreShown(page, 2);
    await expect.poll(() => page.locator("tr:has(td)").count()).toBe(30);
    await notesShown(page, 0);
    expect(await attributionsSeen(page)).toEqual(ATTRIBUTIONS);
    expect(await status()).toBe(429);
  });

  test("show scenes of the sandbox, by data-api alone", async () => {
    const site = await embedSite();
    const hosts = (["chart", "badge"] as const).flatMap((widget) =>
      Object.keys(SCENES).map((name) => hostElement(widget, { "data-api": `${site.origin}/sandbox/${name}` })),
    );
    const html = hostPage({ site: site.origin, body: hosts.join(""), scripts: [SCRIPTS.chart, SCRIPTS.badge] });
    const page = await open({ width: 400 });
    await page.goto((await foreignPage({ html })).url);
    for (const [name, words] of Object.entries(SCENES)) {
      for (const text of words) {
        const hosts = page.locator(`[data-api$="/${name}"]`).filter({ hasText: text });
        await expect.poll(() => hosts.count(), { message: `${name}: ${text}` }).toBe(2);
      }
    }
  });

  async function hostPageOf(
    site: EmbedSite,
    answer = (route: Route): Promise<unknown> => route.continue(),
  ): Promise<Page> {
    const host = await foreignPage({ html: bothWidgets(site.origin), headers: strictPolicy(site.origin) });
    const page = await open({ width: 336 });
    await watchShifts(page);
    await page.route("**/api/**", (route) => answer(route)); // what is routed is never taken from a cache
    await page.clock.install();
    await page.goto(host.url);
    return page;
  }

  /** One jump may not be enough: a refusal that is still on its way when time jumps starts a back-off of its own. */
  async function recovered(page: Page): Promise<void> {
    const recovery = async () => {
      await page.clock.fastForward(IDLE_MS);
      return recoveredWidgets(page);
    };
    await expect.poll(recovery, { interval: 500, timeout: 20_000 }).toBe(2);
  }

  async function checkCalm(page: Page): Promise<void> {
    expect(await attributionsSeen(page)).toEqual(ATTRIBUTIONS);
    expect(await shiftsOf(page)).toEqual([]);
  }
});
