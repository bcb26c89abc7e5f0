/** The essential tests of the widgets, in a second engine. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRoots } from "../support/browser.js";
import { findFirefox } from "../support/find-programs.js";
import { type Firefox, startFirefox } from "../support/firefox.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { areDrawn, hiddenPartsPage, removeHiddenParts } from "../support/hidden-parts.js";
import { layoutsPage, unusable } from "../support/layouts.js";
import { newFolder } from "../support/made-once.js";
import { BADGE, CHART, LINE, scriptTags, widgetSite } from "../support/widget-site.js";

const program = findFirefox();

/** A start takes some seconds on an idle machine, and up to a minute under a load of ten. */
const TIMEOUT_MS = 180_000;
const PATIENCE = { timeout: 30_000 };

/** Skipped without Firefox; `tools/prepare-tests.ts` then says so. */
describe.skipIf(program === undefined)("widgets in Firefox", () => {
  let firefox: Firefox;
  beforeAll(async () => {
    firefox = await startFirefox(program ?? "", newFolder(), openRoots);
  }, TIMEOUT_MS);
  afterAll(() => firefox?.end());

  test("are drawn under a strict policy, with their attribution and without errors", async () => {
    const site = await widgetSite();
    const page = await firefox.open(1000, 800);
    await page.goto(await foreignPage(BADGE + CHART + scriptTags(site), strictPolicy(site.origin)));
    await expect.poll(() => page.evaluate(areDrawn), PATIENCE).toBe(true);
    const insides = await page.evaluate(() =>
      [...document.querySelectorAll("div")].map((host) => `${host.shadowRoot?.textContent}`),
    );
    expect(insides).toHaveLength(2);
    for (const text of insides) expect(text).toContain(LINE);
    expect(page.lines).toEqual([]);
  });

  test("have a readable width in any box of a page", async () => {
    const site = await widgetSite();
    const page = await firefox.open(1000, 800);
    await page.goto(await foreignPage(layoutsPage(scriptTags(site))));
    await expect.poll(() => page.evaluate(unusable), PATIENCE).toEqual([]);
  });

  test("have roles and names for screen readers", async () => {
    const site = await widgetSite();
    const page = await firefox.open(1000, 800);
    await page.goto(await foreignPage(BADGE + CHART + scriptTags(site)));
    await expect.poll(() => page.evaluate(areDrawn), PATIENCE).toBe(true);
    const [chart, badge] = ["[data-nhci-widget]", "[data-nhci-badge]"] as const;
    const expected = [
      [chart, "button", ["30 days", "Cycle"]],
      [chart, "slider", ["Bitcoin cycle index · UTC"]],
      [chart, "link", ["peak.example", "Sources"]],
      [badge, "link", ["peak.example"]],
    ] as const;
    for (const [host, role, names] of expected)
      expect(await page.withRole(host, role, names), `${host} ${role}`).toEqual(names);
  });

  test("show nothing but their drawings", async () => {
    const site = await widgetSite();
    const page = await firefox.open(1500, 2200);
    await page.goto(await foreignPage(hiddenPartsPage(scriptTags(site))));
    await expect.poll(() => page.evaluate(areDrawn), PATIENCE).toBe(true);
    const whole = await page.screenshot();
    expect(await page.evaluate(removeHiddenParts)).toEqual(["a", "button", "button", "span", "section"]);
    const drawings = await page.screenshot();
    expect(whole.equals(drawings)).toBe(true);
  });
});
