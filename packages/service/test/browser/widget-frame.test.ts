import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CURRENT, embedSite } from "../support/embed-site.js";

const FRAME = "/embed/nhci";

browserSuite("the script of the page for frames", (open) => {
  test("reads days by key and pointer on the chart that is shown, above the attribution", async () => {
    const site = await embedSite();
    const page = await open({ width: 500 });
    await page.goto(site.origin + FRAME);
    await page.keyboard.press("Tab");
    const slider = page.locator("[role=slider]");
    expect(await slider.getAttribute("aria-valuenow")).toBe("30");
    await page.keyboard.press("Home");
    expect(await slider.getAttribute("aria-valuenow")).toBe("1");
    const chart = await page.locator("svg.variant:visible").boundingBox();
    expect(await slider.boundingBox()).toEqual(chart);
    await page.mouse.move((chart?.x ?? 0) + (chart?.width ?? 0) - 3, (chart?.y ?? 0) + 200);
    expect(await slider.getAttribute("aria-valuenow")).toBe("30");
    await page.setViewportSize({ width: 200, height: 800 });
    await expect.poll(async () => (await slider.boundingBox())?.width).toBeCloseTo(200, 1);
  });

  test("puts a newer page in its place after five minutes, without a new load, and keeps the reader's place", async () => {
    const site = await embedSite();
    const page = await open({ width: 500 });
    await page.route(`**${FRAME}`, (route) => route.continue());
    await page.clock.install();
    await page.goto(site.origin + FRAME);
    await page.evaluate(() => {
      document.querySelector("main")?.setAttribute("data-old", "");
    });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    await page.clock.runFor(299_000);
    expect(site.count(FRAME)).toBe(1);
    await page.clock.runFor(1_100);
    await expect.poll(() => site.count(FRAME)).toBe(2);
    await expect.poll(() => page.locator("main[data-old]").count()).toBe(0);
    expect(await page.locator("main").count()).toBe(1);
    const slider = page.locator("[role=slider]");
    expect(await slider.getAttribute("aria-valuenow")).toBe("1");
    await page.keyboard.press("ArrowRight");
    expect(await slider.getAttribute("aria-valuenow")).toBe("2");
    expect(site.count(CURRENT)).toBe(0);
  });

  test("keeps the page it has when no newer one comes", async () => {
    const site = await embedSite();
    const page = await open({ width: 500 });
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.route(`**${FRAME}`, (route) => route.continue());
    await page.clock.install();
    await page.goto(site.origin + FRAME);
    const before = await page.locator("main").textContent();
    site.isGone = true;
    await page.clock.runFor(301_000);
    await expect.poll(() => site.count(FRAME)).toBeGreaterThan(1);
    expect(await page.locator("main").textContent()).toBe(before);
    expect(errors).toEqual([]);
  });
});
