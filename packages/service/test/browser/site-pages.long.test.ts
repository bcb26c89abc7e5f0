import { LANGUAGES } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
import { pagePath } from "../../src/pages/site.js";
import { browserSuite } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";
import { fitsEverywhere } from "./page-fit.js";

/** English is looked at in `site-pages.test.ts`. */
browserSuite("the site's pages in other languages", (open) => {
  describe.each(LANGUAGES.filter((language) => language !== "en"))("in %s", (language) => {
    test("fit every width", async () => {
      await fitsEverywhere(await open(), language, [320, 400, 768, 1200]);
    });
  });
});

browserSuite("on paper", (open) => {
  test("the front page takes two sheets at most in every language, and the record with all its tables five", async () => {
    const site = await embedSite();
    const page = await open();
    // The margin that browsers choose: no printer prints to the edge.
    const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
    const sheets = async (path: string) => {
      await page.goto(`${site.origin}${path}`);
      const papers = [];
      for (const format of ["A4", "Letter"]) papers.push((await page.pdf({ format, margin })).toString("latin1"));
      return papers.map((paper) => paper.match(/\/Type\s*\/Page\b/g)?.length ?? 0);
    };
    for (const language of LANGUAGES) {
      expect(Math.max(...(await sheets(pagePath("home", language)))), language).toBeLessThanOrEqual(2);
      expect(Math.max(...(await sheets(pagePath("record", language)))), language).toBeLessThanOrEqual(5);
    }
  });
});
