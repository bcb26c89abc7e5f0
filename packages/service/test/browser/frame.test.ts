import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage } from "../support/foreign-page.js";
import { overflows } from "../support/overflow.js";
import { noiseOf } from "../support/page-noise.js";

const FRAME = "/embed/nhci";
const CREDIT = "Peak Cycle Index by Peak · peak.example";
/** Frames that are lower than the picture in their width. */
const LOW = [
  [320, 320],
  [320, 420],
  [640, 420],
  [900, 420],
  [1200, 320],
] as const;
const WIDTHS = [180, 240, 320, 400, 700, 1200];

browserSuite("the iframe page", (open) => {
  test("is whole in one request and keeps silent", async () => {
    const site = await embedSite();
    const page = await open({ width: 400 });
    const noise = noiseOf(page);
    await page.goto(site.origin + FRAME);
    await page
      .getByText(/\d\d\.\d/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.waitForLoadState("networkidle");
    expect(site.asked).toEqual([`GET ${FRAME}`]);
    expect(noise.lines).toEqual([]);
    expect((await page.context().storageState()).cookies).toEqual([]);
  });

  test("is whole without scripts: picture, attribution with its link", async () => {
    const site = await embedSite();
    const page = await open({ width: 400, javaScriptEnabled: false });
    await page.goto(site.origin + FRAME);
    expect(await page.locator("svg").filter({ visible: true }).count()).toBe(1);
    expect(await page.locator("svg").filter({ visible: true }).textContent()).toMatch(/\d\d\.\d/);
    const credit = page.getByText(CREDIT).filter({ visible: true });
    expect(await credit.count()).toBe(1);
    expect(await credit.getByRole("link").getAttribute("href")).toMatch(/^https:\/\/peak\.example\/?$/);
  });

  test.each(["en", "de"])("fits into every frame in the language %s", async (language) => {
    const site = await embedSite("flags");
    const page = await open();
    await page.goto(`${site.origin}${FRAME}?lang=${language}`);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflows(page), `at ${width} px`).toEqual([]);
    }
  });

  test("is whole in the frame of the recipe for WordPress", async () => {
    const recipe = readFileSync(new URL("../../../../docs/recipes/wordpress.md", import.meta.url), "utf8");
    const sides = /<iframe [^>]*width="(\d+)" height="(\d+)"/.exec(recipe)?.slice(1).map(Number) ?? [];
    const [width = 0, height = 0] = sides;
    const site = await embedSite("flags");
    const page = await open();
    await page.goto(site.origin + FRAME);
    await page.setViewportSize({ width, height });
    expect(await overflows(page)).toEqual([]);
    const line = await page.getByText(CREDIT).filter({ visible: true }).boundingBox();
    expect((line?.y ?? Infinity) + (line?.height ?? 0)).toBeLessThanOrEqual(height);
    const picture = await page.locator("svg.variant:visible").boundingBox();
    expect(picture?.height, "the picture can be read").toBeGreaterThan(350);
  });

  test.each([true, false])(
    "is whole in a low frame too, with scripts (%s): the picture shrinks, the line stays",
    async (scripts) => {
      const site = await embedSite("flags");
      const page = await open({ javaScriptEnabled: scripts });
      for (const query of ["", "?lang=de"]) {
        await page.goto(site.origin + FRAME + query);
        for (const [width, height] of LOW) {
          await page.setViewportSize({ width, height });
          const at = `${width} x ${height}`;
          expect(await overflows(page), at).toEqual([]);
          const line = await page.getByText(CREDIT).filter({ visible: true }).boundingBox();
          const picture = await page.locator("svg.variant:visible").boundingBox();
          if (line === null || picture === null) throw new Error(`nothing is seen at ${at}`);
          expect(line.y + line.height, at).toBeLessThanOrEqual(height);
          expect(picture.y + picture.height, at).toBeLessThanOrEqual(line.y + 0.1);
          expect(line.y + line.height, `${at}: nothing is left free`).toBeGreaterThan(height - 1);
          const [, , drawnWidth = 0, drawnHeight = 0] = await page
            .locator("svg.variant:visible")
            .evaluate((svg) => (svg.getAttribute("viewBox") ?? "").split(" ").map(Number));
          expect(picture.width / picture.height, at).toBeCloseTo(drawnWidth / drawnHeight, 2);
        }
      }
    },
  );

  test("in a frame of someone else's page tells its height and nothing else", async () => {
    const site = await embedSite();
    const host = await foreignPage({
      html: `<!doctype html><title>Host</title><script>
        addEventListener("message", ({ data, origin }) => {
          document.title = JSON.stringify({ data, origin });
        });
        </script><iframe src="${site.origin}${FRAME}" width="400" height="300"></iframe>`,
    });
    const page = await open();
    const noise = noiseOf(page);
    await page.goto(host.url);
    await expect.poll(() => page.title()).toContain("peak:height");
    const { data, origin } = JSON.parse(await page.title()) as {
      data: { type: string; height: number };
      origin: string;
    };
    expect(origin).toBe(site.origin);
    expect(Object.keys(data).sort()).toEqual(["height", "type"]);
    expect(noise.lines).toEqual([]);
  });
});
