import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/chart/locale.js";
import { PAGES } from "../../src/site/site.js";
import { browserSuite } from "../support/browser.js";
import { paleTexts } from "../support/contrast.js";
import { embedSite } from "../support/embed-site.js";
import { overflows } from "../support/overflow.js";
import { noiseOf } from "../support/page-noise.js";
import { visit } from "../support/visit.js";

const WIDTHS = [320, 400, 768, 1200];

browserSuite("the site's pages", (open) => {
  describe.each(LANGUAGES)("in %s", (language) => {
    test("fit every width, keep silent, ask nobody else and keep nothing", async () => {
      const site = await embedSite("flags");
      const page = await open();
      const noise = noiseOf(page);
      for (const name of PAGES) {
        await visit(page, site.origin, name, language);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          expect(await overflows(page), `${name} at ${width} px`).toEqual([]);
        }
      }
      expect(noise.lines).toEqual([]);
      expect([...noise.origins].filter((origin) => origin !== "null")).toEqual([site.origin]);
      const { cookies, origins } = await page.context().storageState();
      expect({ cookies, origins }).toEqual({ cookies: [], origins: [] });
    });
  });

  test.each([
    { colorScheme: "light", forcedColors: "active" },
    { colorScheme: "dark", forcedColors: "active" },
  ] as const)("can be read with forced colors, $colorScheme", async (look) => {
    const site = await embedSite("flags");
    const page = await open(look);
    for (const name of PAGES) {
      await visit(page, site.origin, name, "en");
      expect(await paleTexts(page), name).toEqual([]);
    }
  });
});
