import { describe, expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import type { SiteState } from "../support/composed-site.js";
import { embedSite } from "../support/embed-site.js";
import { expectGolden } from "../support/golden-picture.js";

const THEMES = ["light", "dark"] as const;
const FRAME_WIDTHS = [180, 320, 400, 1200];
const STATES = ["flags", "stale", "waiting"] as const satisfies readonly SiteState[];

browserSuite("golden pictures of what needs no script", (open) => {
  describe.each(THEMES)("in %s colors", (theme) => {
    test("of the iframe page at every width", async () => {
      const site = await embedSite();
      const page = await open({ javaScriptEnabled: false });
      await page.goto(`${site.origin}/embed/nhci?theme=${theme}`);
      for (const width of FRAME_WIDTHS) {
        await page.setViewportSize({ width, height: 100 });
        expectGolden(`frame-${width}-${theme}`, await page.screenshot({ fullPage: true }));
      }
    });

    test.each(["badge", "chart"])("of the SVG %s in every size", async (kind) => {
      const site = await embedSite();
      const page = await open({ width: 1300 });
      for (const size of ["sm", "default", "lg"]) {
        await page.setContent(`<img src="${site.origin}/embed/nhci-${kind}.svg?theme=${theme}&size=${size}">`);
        const image = page.locator("img");
        await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(100);
        expectGolden(`svg-${kind}-${size}-${theme}`, await image.screenshot());
      }
    });

    test("of the whole cycle as SVG", async () => {
      const site = await embedSite();
      const page = await open({ width: 1300 });
      await page.setContent(`<img src="${site.origin}/embed/nhci-cycle.svg?theme=${theme}">`);
      const image = page.locator("img");
      await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(960);
      expectGolden(`svg-cycle-${theme}`, await image.screenshot());
    });

    test.each(["badge", "chart", "cycle"])("of the PNG %s", async (kind) => {
      const site = await embedSite();
      expectGolden(`png-${kind}-${theme}`, await bytesOf(`${site.origin}/embed/nhci-${kind}.png?theme=${theme}`));
    });
  });

  test.each(STATES)("of the iframe page when the state is %s", async (state) => {
    const site = await embedSite(state);
    const page = await open({ javaScriptEnabled: false, width: 320, height: 100 });
    await page.goto(`${site.origin}/embed/nhci`);
    expectGolden(`frame-${state}`, await page.screenshot({ fullPage: true }));
  });

  test.each(["normal", "flags", "stale"] as const)("of the share card when the state is %s", async (state) => {
    const site = await embedSite(state);
    expectGolden(`card-${state}`, await bytesOf(`${site.origin}/embed/nhci-card.png`));
  });
});

/** A picture, once it is drawn: that happens in the background. */
async function bytesOf(url: string): Promise<Buffer> {
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  const answer = await fetch(url);
  expect(answer.headers.get("content-type")).toBe("image/png");
  return Buffer.from(await answer.arrayBuffer());
}
