import { LANGUAGES } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import type { SiteState } from "../support/composed-site.js";
import { type EmbedSite, embedSite } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { type HostAttributes, hostElement, hostPage, hostsOf, SCRIPTS } from "../support/host-page.js";
import { overflows } from "../support/overflow.js";
import { drawnAt, scoreShown } from "../support/widget-page.js";

/** Of the column the widgets are in, px. */
const COLUMNS = [180, 320, 400];

/** A page without a style has a margin of 8 px on each side. */
const MARGINS = 16;

/** With the most words and with the fewest; that all words fit into every drawing: `test/property/chart/fit.test.ts`. */
const STATES: readonly SiteState[] = ["flags", "waiting", "crypto"];

browserSuite("widgets in narrow columns", (open) => {
  describe.each(STATES)("%s", (state) => {
    test("fit from 180 to 400 px in every language", async () => {
      const site = await embedSite(state);
      const page = await pageOf(site, state === "crypto" ? { "data-asset": "crypto" } : {});
      if (state !== "waiting") await scoreShown(page, 2 * LANGUAGES.length);
      await fitsEverywhere(page);
    });
  });

  test("fit when the API cannot be reached", async () => {
    const page = await pageOf(await embedSite(), {}, (fresh) => fresh.route("**/api/**", (route) => route.abort()));
    await fitsEverywhere(page);
  });

  async function pageOf(
    site: EmbedSite,
    attributes: HostAttributes = {},
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Page> {
    const body = LANGUAGES.flatMap((language) => [
      hostElement("chart", { ...attributes, "data-lang": language }),
      hostElement("badge", { ...attributes, "data-lang": language }),
    ]);
    const html = hostPage({ site: site.origin, body: body.join("\n"), scripts: [SCRIPTS.chart, SCRIPTS.badge] });
    const host = await foreignPage({ html, headers: strictPolicy(site.origin) });
    const page = await open({ width: COLUMNS[0]! + MARGINS });
    await prepare?.(page);
    await page.goto(host.url);
    return page;
  }

  async function fitsEverywhere(page: Page): Promise<void> {
    for (const column of COLUMNS) {
      await page.setViewportSize({ width: column + MARGINS, height: 800 });
      await drawnAt(page, hostsOf("chart"), column);
      expect(await overflows(page), `at ${column} px`).toEqual([]);
    }
  }
});
