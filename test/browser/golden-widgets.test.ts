import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/chart/locale.js";
import { browserSuite } from "../support/browser.js";
import { serviceTime } from "../support/composed-site.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage } from "../support/foreign-page.js";
import { expectGolden } from "../support/golden-picture.js";
import { bothWidgets, hostElement, hostPage, hostsOf, SCRIPTS, type WidgetKind } from "../support/host-page.js";
import { drawn, drawnAt, notesShown, scoreShown, shownWidth, withoutHttpCache } from "../support/widget-page.js";

const SCHEMES = ["light", "dark"] as const;
const KINDS = ["chart", "badge"] as const;

/** Widths of the column; a badge is never wider than 400 px. */
const COLUMNS: Readonly<Record<WidgetKind, readonly number[]>> = { chart: [180, 320, 400, 1200], badge: [180, 320] };
const SIZES = { sm: 220, lg: 400 } as const;
const MARGINS = 16;
const NARROW = 180;

browserSuite("golden pictures of widgets", (open) => {
  describe.each(SCHEMES)("in %s colors", (colorScheme) => {
    test("of both at every width", async () => {
      const site = await embedSite();
      const host = await foreignPage({ html: bothWidgets(site.origin) });
      const page = await open({ colorScheme });
      await page.goto(host.url);
      await scoreShown(page, 2);
      for (const kind of KINDS) {
        for (const column of COLUMNS[kind]) {
          await page.setViewportSize({ width: column + MARGINS, height: 900 });
          await drawnAt(page, hostsOf(kind), column);
          expectGolden(`${kind}-${column}-${colorScheme}`, await shot(page, hostsOf(kind)));
        }
      }
    });

    test.each(Object.entries(SIZES))("of a badge of size %s", async (size, width) => {
      const site = await embedSite();
      const body = hostElement("badge", { "data-size": size });
      const host = await foreignPage({ html: hostPage({ site: site.origin, body, scripts: [SCRIPTS.badge] }) });
      const page = await open({ colorScheme, width: 500 });
      await page.goto(host.url);
      await scoreShown(page, 1);
      expect(await shownWidth(page, hostsOf("badge"))).toBe(width);
      expectGolden(`badge-${size}-${colorScheme}`, await shot(page, hostsOf("badge")));
    });

    test.each(KINDS)("of every state of a narrow %s", async (kind) => {
      const [flags, stale, waiting] = await Promise.all([embedSite("flags"), embedSite("stale"), embedSite("waiting")]);
      const [lost, never] = [await embedSite(), await embedSite()];
      never.api("offline");
      const apis = [flags, stale, waiting, lost, never].map(({ origin }) => ({ "data-api": origin }));
      const host = await foreignPage({ html: sheet(lost.origin, kind, apis) });
      const page = await open({ colorScheme, width: 1000 });
      await withoutHttpCache(page);
      await page.clock.install({ time: serviceTime("normal") });
      await page.goto(host.url);
      await scoreShown(page, 3);
      await drawn(page, 5);
      await page.waitForLoadState("networkidle"); // what is still under way when time jumps is given up
      lost.api("offline");
      await page.clock.fastForward(61_000);
      await notesShown(page, 2);
      expectGolden(`${kind}-states-${colorScheme}`, await shot(page, "main"));
    });
  });

  test.each(KINDS)("of a narrow %s in every language", async (kind) => {
    const site = await embedSite("flags");
    const hosts = LANGUAGES.map((language) => ({ "data-lang": language }));
    const host = await foreignPage({ html: sheet(site.origin, kind, hosts) });
    const page = await open({ width: 1000 });
    await page.goto(host.url);
    await scoreShown(page, LANGUAGES.length);
    expectGolden(`${kind}-languages`, await shot(page, "main"));
  });

  /** Narrow widgets side by side. */
  function sheet(site: string, kind: WidgetKind, hosts: readonly Readonly<Record<string, string>>[]): string {
    const columns = `repeat(${hosts.length}, ${NARROW}px)`;
    const style = `<style>main { display: grid; grid-template-columns: ${columns}; gap: 10px; width: max-content }
      h1, p { display: none }</style>`;
    const body = style + hosts.map((attributes) => hostElement(kind, attributes)).join("\n");
    return hostPage({ site, body, scripts: [SCRIPTS[kind]] });
  }

  function shot(page: Page, selector: string): Promise<Buffer> {
    return page.locator(selector).first().screenshot({ animations: "disabled" });
  }
});
