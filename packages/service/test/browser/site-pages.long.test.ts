import { LANGUAGES } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
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

browserSuite("the front page on paper", (open) => {
  test("takes three pages at most", async () => {
    const site = await embedSite();
    const page = await open();
    await page.goto(`${site.origin}/`);
    const paper = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
  });
});
