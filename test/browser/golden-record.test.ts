import { describe, test } from "vitest";
import { LANGUAGES } from "../../src/chart/locale.js";
import { browserSuite } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";
import { expectGolden } from "../support/golden-picture.js";
import { visit } from "../support/visit.js";

const SCHEMES = ["light", "dark"] as const;
const WIDTHS = [320, 400, 768, 1200];

browserSuite("golden pictures of the record", (open) => {
  describe.each(SCHEMES)("in %s colors", (colorScheme) => {
    test("of price and score since the start at every width", async () => {
      const site = await embedSite();
      const page = await open({ colorScheme });
      await visit(page, site.origin, "record", "en");
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const picture = await page.locator("figure:has(.plot)").screenshot({ animations: "disabled" });
        expectGolden(`record-past-${width}-${colorScheme}`, picture);
      }
    });

    test("of alarms and misses, and of what followed each phase", async () => {
      const site = await embedSite();
      const page = await open({ colorScheme, width: 1200 });
      await visit(page, site.origin, "record", "en");
      const flags = page.locator("#flags-development").locator("..");
      expectGolden(`record-flags-${colorScheme}`, await flags.screenshot({ animations: "disabled" }));
      const spread = page.locator(".spread").last();
      expectGolden(`record-spread-${colorScheme}`, await spread.screenshot({ animations: "disabled" }));
    });
  });

  test.each(LANGUAGES.slice(1))("of price and score in %s, narrow", async (language) => {
    const site = await embedSite();
    const page = await open({ width: 320 });
    await visit(page, site.origin, "record", language);
    expectGolden(
      `record-past-${language}`,
      await page.locator("figure:has(.plot)").screenshot({ animations: "disabled" }),
    );
  });
});
