import { describe, test } from "vitest";
import { PAGES } from "../../src/site/site.js";
import { browserSuite } from "../support/browser.js";
import { serviceTime } from "../support/composed-site.js";
import { embedSite } from "../support/embed-site.js";
import { expectGolden } from "../support/golden-picture.js";
import { visit } from "../support/visit.js";

const SCHEMES = ["light", "dark"] as const;
const WIDTHS = [320, 400, 1200];
/** Of each page from its top, in px: enough for its parts to be seen once. Home is kept whole, in light colors. */
const SHOWN_PX = 1600;

browserSuite("golden pictures of pages", (open) => {
  describe.each(SCHEMES)("in %s colors", (colorScheme) => {
    test.each(PAGES)("of %s at every width", async (name) => {
      const site = await embedSite();
      const page = await open({ colorScheme });
      await page.clock.setFixedTime(serviceTime("normal"));
      await visit(page, site.origin, name, "en");
      const isWhole = name === "home" && colorScheme === "light";
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: isWhole ? 900 : SHOWN_PX });
        const picture = await page.screenshot({ fullPage: isWhole, animations: "disabled" });
        expectGolden(`${name}-${width}-${colorScheme}`, picture);
      }
    });

    test("of one endpoint of the reference, narrow and wide", async () => {
      const site = await embedSite();
      const page = await open({ colorScheme });
      await page.goto(`${site.origin}/docs#current`);
      for (const width of [400, 1200]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
        const clip = { x: 0, y: 0, width, height: SHOWN_PX };
        const picture = await page.screenshot({ fullPage: true, animations: "disabled", clip });
        expectGolden(`docs-current-${width}-${colorScheme}`, picture);
      }
    });
  });
});
