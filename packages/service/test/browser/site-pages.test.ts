import { expect, test } from "vitest";
import { PAGES } from "../../src/pages/site.js";
import { browserSuite } from "../support/browser.js";
import { paleTexts } from "../support/contrast.js";
import { embedSite } from "../support/embed-site.js";
import { shiftsOf, watchShifts } from "../support/layout-shifts.js";
import { overflows } from "../support/overflow.js";
import { visit, visitWhole } from "../support/visit.js";
import { fitsEverywhere } from "./page-fit.js";

/**
 * Every width in English, and the narrowest in the language of the longest words; all others:
 * `site-pages.long.test.ts`.
 */
const SHOWN = [
  ["en", [320, 390, 768, 1280]],
  ["de", [320]],
] as const;

browserSuite("the site's pages", (open) => {
  test.each(SHOWN)(
    "in %s fit %j px, break no word, keep silent, ask nobody else and keep nothing",
    async (...shown) => {
      const [language, widths] = shown;
      await fitsEverywhere(await open(), language, widths);
    },
  );

  test("can be read in dark colors, and in forced ones, light or dark", async () => {
    const site = await embedSite("flags");
    const page = await open();
    for (const name of PAGES) {
      await visitWhole(page, site.origin, name, "en");
      for (const [colorScheme, forcedColors] of [
        ["dark", "none"],
        ["dark", "active"],
        ["light", "active"],
      ] as const) {
        await page.emulateMedia({ colorScheme, forcedColors });
        const message = `${name} in ${colorScheme} colors, forced: ${forcedColors}`;
        await expect.poll(() => paleTexts(page), { message }).toEqual([]); // widgets look at the theme twice a second
      }
    }
  });

  test("do not move while they load", async () => {
    const site = await embedSite("flags");
    const page = await open();
    await watchShifts(page);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const name of PAGES) {
      await visit(page, site.origin, name, "en");
      // The menu moves by 0.001 when the list of languages beside it comes in a later packet; 0.1 is what search
      // engines mind.
      const seen = (await shiftsOf(page)).filter((shift) => !(Number.parseFloat(shift) < 0.005));
      expect(seen, name).toEqual([]);
    }
  });

  test("keep their contents in sight where they are wide, and fold them where they are narrow", async () => {
    const site = await embedSite();
    const page = await open();
    for (const name of ["docs", "method"] as const) {
      await visit(page, site.origin, name, "en");
      const links = page.locator(".toc a");
      await page.setViewportSize({ width: 1280, height: 500 });
      await links.last().click();
      await expect
        .poll(() => page.locator(".toc [aria-current]").allTextContents(), { message: name })
        .toEqual([await links.last().textContent()]);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      await expect.poll(() => page.locator(".toc [aria-current]").count(), { message: name }).toBeLessThan(2);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await links.first().isVisible(), name).toBe(false);
      await page.locator(".toc summary").click();
      expect(await links.first().isVisible(), name).toBe(true);
    }
  });

  test("let the long chart be read by keyboard, with the words that its table has", async () => {
    const site = await embedSite();
    const page = await open({ width: 1280 });
    await page.goto(`${site.origin}/?range=1y`);
    const slider = page.getByRole("slider", { name: "Bitcoin price and cycle score" });
    await slider.focus();
    const max = Number(await slider.getAttribute("aria-valuemax"));
    const keys: readonly (readonly [key: string, index: number])[] = [
      ["ArrowLeft", max - 1],
      ["PageDown", max - 8],
      ["Control+ArrowLeft", max - 8],
      ["PageUp", max - 1],
      ["Home", 1],
      ["ArrowRight", 2],
      ["End", max],
    ];
    for (const [key, index] of keys) {
      await page.keyboard.press(key);
      expect(await slider.getAttribute("aria-valuenow"), key).toBe(`${index}`);
    }
    const newest = await page.locator(".plain tbody tr").last().locator("td").allTextContents();
    const said = await slider.getAttribute("aria-valuetext");
    for (const cell of newest) expect(said).toContain(cell);
    await page.keyboard.press("Escape");
    expect(await page.locator("#reading").isVisible()).toBe(false);
  });

  test("keep what a finger reads of the long chart until the next tap", async () => {
    const site = await embedSite();
    const page = await open({ width: 390, hasTouch: true });
    await page.goto(`${site.origin}/`);
    const said = page.locator("#reading");
    await page.locator(".plot > div").tap({ position: { x: 120, y: 150 } });
    await page.waitForTimeout(300);
    const first = await said.textContent();
    expect(first).toMatch(/20\d\d/);
    await page.locator(".plot > div").tap({ position: { x: 220, y: 150 } });
    expect(await said.textContent()).not.toBe(first);
    await page.locator("h1").tap();
    expect(await said.isVisible()).toBe(false);
  });

  test("cut no word and never scroll sideways with large text at 390 px", async () => {
    const site = await embedSite("flags");
    const page = await open({ width: 390 });
    for (const name of PAGES) {
      await visitWhole(page, site.origin, name, "en");
      for (const percent of [130, 150, 200]) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, percent);
        expect(await overflows(page), `${name} at ${percent} %`).toEqual([]);
      }
    }
  });

  test("fold the sections of the method, and open the one to which an address leads", async () => {
    const site = await embedSite();
    const page = await open({ javaScriptEnabled: false, width: 390 });
    await page.goto(`${site.origin}/method`);
    expect(await page.locator("#phase").isVisible()).toBe(false);
    const height = await page.locator("main").boundingBox();
    expect(height?.height).toBeLessThan(5000);
    await page.goto(`${site.origin}/method#phase`);
    await expect.poll(() => page.locator("#phase").isVisible()).toBe(true);
    await page.locator(".toc summary").click();
    await page.click('.toc a[href="#evidence"]');
    await expect.poll(() => page.locator("#evidence").isVisible()).toBe(true);
    const top = () => page.locator("#evidence").evaluate((place) => place.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(200);
  });
});
