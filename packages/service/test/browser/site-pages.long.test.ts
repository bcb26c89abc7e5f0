import { LANGUAGES } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { pagePath } from "../../src/pages/site.js";
import { browserSuite } from "../support/browser.js";
import { composedSite, ownAddress } from "../support/composed-site.js";
import { fitsEverywhere } from "./page-fit.js";

browserSuite("the site's pages in other languages", (open) => {
  test.each(LANGUAGES.slice(1))("in %s fit every width", async (language) => {
    await fitsEverywhere(await open(ownAddress()), language, [320, 400, 768, 1200]);
  });

  test("on paper the front page takes two sheets at most in every language", async () => {
    const page = await open();
    // The margin that browsers choose: no printer prints to the edge.
    const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
    for (const language of LANGUAGES) {
      await page.goto((await composedSite()) + pagePath("home", language));
      const paper = await page.pdf({ format: "Letter", margin });
      expect(paper.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length, language).toBeLessThanOrEqual(2);
    }
  });
});
