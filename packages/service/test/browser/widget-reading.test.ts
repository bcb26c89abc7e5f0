import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, type OpenPage, type PageOptions } from "../support/browser.js";
import { currentBody, visitHosts, widgetSite } from "./widget-site.js";

browserSuite("reading the days of a chart", (open) => {
  test("with the keyboard, day by day, by weeks and to both ends", async () => {
    const { page, slider, day, place } = await chartPage(open);
    await page.keyboard.press("Tab");
    expect(await place()).toBe(30);
    expect(await day()).toContain("72.4"); // the score now stands in the place of the row of its day
    for (const [key, index] of [
      ["ArrowLeft", 29],
      ["ArrowDown", 28],
      ["ArrowRight", 29],
      ["PageDown", 22],
      ["PageUp", 29],
      ["Home", 1],
      ["ArrowLeft", 1],
      ["End", 30],
      ["ArrowUp", 30],
    ] as const) {
      await page.keyboard.press(key);
      expect(await place()).toBe(index);
      expect(await day()).toContain(index === 30 ? "72.4" : `${39 + index}.0`);
      expect(await slider.getAttribute("aria-valuetext")).toBe(await day());
    }
    expect(await slider.getAttribute("aria-label")).toBe("Bitcoin · UTC");
    await page.keyboard.press("Control+ArrowLeft"); // is the browser's
    expect(await place()).toBe(30);
    await page.keyboard.press("Escape");
    expect(await page.locator("#host span p").isVisible()).toBe(false);
    await page.keyboard.press("Home");
    await page.keyboard.press("Tab");
    expect(await page.locator("#host span p").isVisible()).toBe(false);
    expect(await page.evaluate(() => document.querySelector("#host")?.shadowRoot?.activeElement?.localName)).toBe("a");
  });

  test("with a mouse, by the nearest day, and no longer when it leaves", async () => {
    const { page, place } = await chartPage(open);
    const box = await page.locator("#host svg").first().boundingBox();
    const { x, y, width } = box ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + 2, y + 200);
    expect(await place()).toBe(1);
    await page.mouse.move(x + width - 2, y + 200);
    expect(await place()).toBe(30);
    await page.mouse.move(x + width / 2, y + 200);
    expect(Math.abs((await place()) - 16)).toBeLessThan(4);
    expect(await page.locator("#host span p").isVisible()).toBe(true);
    await page.mouse.move(x + width + 100, y + 900);
    expect(await page.locator("#host span p").isVisible()).toBe(false);
  });

  test("with a finger, while the page still scrolls up and down", async () => {
    const { page, slider, place } = await chartPage(open, { hasTouch: true, width: 360 });
    const box = await page.locator("#host svg").first().boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 40, (box?.y ?? 0) + 200);
    expect(await place()).toBeLessThan(6);
    expect(await page.locator("#host span p").isVisible()).toBe(true);
    expect(await slider.evaluate((element) => getComputedStyle(element).touchAction)).toBe("pan-y");
  });

  test("fits into every width, with the words of a day", async () => {
    const { page, day } = await chartPage(open, {}, "de");
    await page.keyboard.press("Tab");
    for (const width of [180, 220, 320, 400, 1200]) {
      await page.setViewportSize({ width, height: 800 });
      await page.clock.runFor(1000);
      await expect.poll(() => page.locator("#host svg").first().getAttribute("width")).toBe(`${width}`);
      for (const key of ["Home", "End"]) {
        await page.keyboard.press(key);
        await day();
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over).toBeLessThanOrEqual(0);
        const box = await page.locator("#host span p").boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
    }
  });

  test("goes on at the same day, with the focus, when a newer chart is drawn", async () => {
    const { page, site, place } = await chartPage(open);
    await page.route("**/api/**", (route) => route.continue());
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    site.api.current = { body: currentBody({ score: 75.5 }) };
    await page.clock.runFor(61_000);
    await page.getByText("75.5").waitFor();
    expect(await place()).toBe(1);
    await page.keyboard.press("ArrowRight");
    expect(await place()).toBe(2);
  });

  test("is nothing to stop at where there are no days", async () => {
    const { page } = await chartPage(open, {}, "en", { body: { ok: true, data: [] } });
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.querySelector("#host")?.shadowRoot?.activeElement?.localName)).toBe("a");
    expect(await page.locator("#host table").count()).toBe(0);
  });

  test("redraws to the exact width of its host, and ends there", async () => {
    const { page } = await chartPage(open, { width: 700 });
    const drawn = () => page.locator("#host svg").first().getAttribute("width");
    expect(await drawn()).toBe("700");
    await page.evaluate(() => {
      const counter = { draws: 0 };
      const root = document.querySelector("#host")?.shadowRoot as ShadowRoot;
      new MutationObserver(() => counter.draws++).observe(root, { childList: true });
      Object.assign(window, { counter });
    });
    await page.setViewportSize({ width: 333, height: 800 });
    await page.clock.runFor(1000);
    await expect.poll(drawn).toBe("333");
    await page.clock.runFor(1000);
    expect(
      await page.evaluate(() => (window as unknown as { counter: { draws: number } }).counter.draws),
    ).toBeLessThanOrEqual(2);
  });
});

async function chartPage(open: OpenPage, options: PageOptions = {}, lang = "en", history?: { readonly body: object }) {
  const site = await widgetSite();
  if (history !== undefined) site.api.history = history;
  const head = `<html lang="${lang}"><meta name=viewport content="width=device-width"><style>body{margin:0}</style>`;
  const prepare = (fresh: Page) => fresh.clock.install();
  const { page } = await visitHosts(open, `<div data-nhci-widget id="host"></div>`, {
    site,
    head,
    prepare,
    ...options,
  });
  await page
    .getByText(lang === "en" ? "72.4" : "72,4")
    .first()
    .waitFor();
  if (history === undefined) await expect.poll(() => page.locator("#host tr:has(td)").count()).toBe(30);
  const slider = page.locator("#host [role=slider]");
  const day = () => page.locator("#host span p").textContent();
  const place = async () => Number(await slider.getAttribute("aria-valuenow"));
  return { site, page, slider, day, place };
}
