import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CURRENT, embedSite } from "../support/embed-site.js";
import { foreignPage } from "../support/foreign-page.js";
import { overflows } from "../support/overflow.js";
import { noiseOf } from "../support/page-noise.js";

const FRAME = "/embed/nhci";
const CREDIT = "Peak Cycle Index by Peak · peak.example";
/** Frames of any width and, from 320 px on, of any height. */
const SIZES = [
  [180, 800],
  [240, 500],
  [320, 320],
  [320, 420],
  [480, 320],
  [640, 420],
  [900, 420],
  [1200, 320],
  [1200, 800],
] as const;

browserSuite("the iframe page", (open) => {
  test("is whole in one request and keeps silent", async () => {
    const site = await embedSite();
    const page = await open({ width: 400 });
    const noise = noiseOf(page);
    await page.goto(site.origin + FRAME);
    await page.locator("[role=slider]").waitFor();
    await page.waitForLoadState("networkidle");
    expect(site.asked).toEqual([`GET ${FRAME}`]);
    expect(noise.lines).toEqual([]);
    expect((await page.context().storageState()).cookies).toEqual([]);
  });

  test.each([true, false])(
    "is whole and readable in frames of any size, with scripts: %s",
    async (javaScriptEnabled) => {
      const site = await embedSite("flags");
      const page = await open({ javaScriptEnabled });
      await page.goto(`${site.origin}${FRAME}?lang=de`);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const at = `${width} x ${height}`;
        const drawing = page.locator("section > svg").filter({ visible: true });
        await expect.poll(() => drawing.count(), { message: at }).toBe(1);
        const bottom = async () => {
          const box = await drawing.boundingBox(); // null while one drawing takes the place of another
          return (box?.y ?? 0) + (box?.height ?? Infinity);
        };
        await expect.poll(bottom, { message: at }).toBeLessThanOrEqual(height + 0.5);
        if (javaScriptEnabled) expect(await overflows(page), at).toEqual([]);
        const scale = await drawing.evaluate((svg) => (svg as SVGSVGElement).getScreenCTM()?.a ?? 0);
        expect(scale, `${at}: text is not smaller than it was drawn`).toBeGreaterThan(width < 200 ? 0.85 : 0.94);
        const link = drawing.getByRole("link").first();
        expect(await link.getAttribute("href"), at).toMatch(/^https:\/\/peak\.example\/?$/);
        expect((await drawing.textContent())?.replace(/\s+/g, " "), at).toContain(CREDIT);
      }
    },
  );

  test("embeds in local files too, tells its height and nothing else", async () => {
    const site = await embedSite();
    const frame = `<iframe src="${site.origin}${FRAME}" width="400" height="300"></iframe>`;
    const listen = `<script>addEventListener("message", ({ data }) => { document.title = JSON.stringify(data) })</script>`;
    const page = await open();
    const { lines } = noiseOf(page);
    const html = `<!doctype html>${listen}${frame}`;
    const folder = mkdtempSync(join(tmpdir(), "peak-frame-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "page.html"), html);
    for (const url of [(await foreignPage({ html })).url, pathToFileURL(join(folder, "page.html")).href]) {
      await page.goto(url);
      await expect.poll(() => page.title(), { message: url }).toBe('{"type":"peak:height","height":445}');
    }
    expect(lines).toEqual([]);
  });

  test("reads days by key and pointer, and goes on at the same day when a newer page comes after five minutes", async () => {
    const site = await embedSite();
    const page = await open({ width: 500 });
    await page.route(`**${FRAME}`, (route) => route.continue()); // what is routed is never taken from a cache
    await page.clock.install();
    await page.goto(site.origin + FRAME);
    const slider = page.locator("[role=slider]");
    const place = () => slider.getAttribute("aria-valuenow");
    await page.keyboard.press("Tab");
    expect(await place()).toBe("30");
    await page.keyboard.press("Home");
    expect(await place()).toBe("1");
    await page.evaluate(() => document.querySelector("main")?.setAttribute("data-old", ""));
    await page.clock.runFor(299_000);
    expect(site.count(FRAME)).toBe(1);
    await page.clock.runFor(1_100);
    await expect.poll(() => page.locator("main[data-old]").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect(await place()).toBe("2");
    site.isGone = true;
    await page.clock.runFor(301_000);
    await expect.poll(() => site.count(FRAME)).toBeGreaterThan(2);
    expect(await page.locator("main svg").filter({ visible: true }).count()).toBe(1);
    expect(site.count(CURRENT)).toBe(0);
  });
});
