/** The page that other sites show in an iframe. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { browserSuite, noiseOf } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { newFolder } from "../support/made-once.js";
import { misfits } from "./page-fit.js";
import { shownSite } from "./shown-site.js";

const FRAME = "/embed/nhci";
const CREDIT = "Peak Cycle Index by Peak";
/** Width and height of frames. */
const SIZES = [
  [180, 800],
  [320, 320],
  [320, 420],
  [480, 320],
  [640, 420],
  [1200, 320],
  [1200, 800],
] as const;

browserSuite("the iframe page", (open) => {
  test.each([true, false])("is whole and readable in frames of any size, with scripts: %s", async (hasScripts) => {
    const site = await shownSite();
    const page = await open({ javaScriptEnabled: hasScripts });
    const { lines, asked } = noiseOf(page);
    await page.goto(`${site}${FRAME}?lang=de`);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const message = `${width} x ${height}`;
      const drawing = page.locator("section > svg").filter({ visible: true });
      const bottom = async () => {
        const box = await drawing.boundingBox().catch(() => null); // one drawing takes the place of another
        return (box?.y ?? 0) + (box?.height ?? Infinity);
      };
      await expect.poll(bottom, { message }).toBeLessThanOrEqual(height + 0.5);
      const scale = () => drawing.evaluate((svg) => (svg as SVGSVGElement).getScreenCTM()?.a ?? 0).catch(() => 0);
      const readable = { message: `${message}: text is not smaller than it was drawn` };
      await expect.poll(scale, readable).toBeGreaterThan(width < 200 ? 0.85 : 0.94);
      if (hasScripts) expect(await misfits(page), message).toEqual([]);
      expect(await drawing.getByRole("link").first().getAttribute("href"), message).toMatch("https://peak.example");
      expect((await drawing.textContent())?.replace(/\s+/g, " "), message).toContain(CREDIT);
    }
    expect([lines, asked]).toEqual([[], []]);
  });

  test("embeds in local files too, hidden at first, and tells its height and nothing else", async () => {
    const page = await open();
    const { lines } = noiseOf(page);
    const html = `<!doctype html>
<script>addEventListener("message", ({ data }) => { document.title = JSON.stringify(data) })</script>
<iframe src="${(await shownSite()) + FRAME}" width="400" height="300" hidden></iframe>`;
    const folder = newFolder();
    writeFileSync(join(folder, "page.html"), html);
    for (const url of [await foreignPage(html), pathToFileURL(join(folder, "page.html")).href]) {
      await page.goto(url);
      await page.evaluate(() => document.querySelector("iframe")!.removeAttribute("hidden"));
      await expect.poll(() => page.title(), { message: url }).toBe('{"type":"peak:height","height":388}');
    }
    expect(lines).toEqual([]);
  });

  test("goes on at the day that is read when a newer page comes after five minutes", async () => {
    const page = await open({ width: 500 });
    let loads = 0;
    await page.route(`**${FRAME}`, (route) => (++loads < 3 ? route.continue() : route.abort()));
    await page.clock.install();
    await page.goto((await shownSite()) + FRAME);
    const slider = page.locator("[role=slider]");
    const place = () => slider.getAttribute("aria-valuenow");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    expect(await place()).toBe("1");
    await page.evaluate(() => document.querySelector("main")?.setAttribute("data-old", ""));
    await page.clock.runFor(280_000);
    expect(loads).toBe(1);
    await page.clock.runFor(20_100);
    await expect.poll(() => page.locator("main[data-old]").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect(await place()).toBe("2");
    await page.clock.runFor(301_000);
    await expect.poll(() => loads).toBeGreaterThan(2);
    expect(await page.locator("main svg").filter({ visible: true }).count()).toBe(1);
  });
});
