import { LANGUAGES } from "peak-cycle-drawing";
import { describe, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { fitsEverywhere } from "./page-fit.js";

/** English is looked at in `site-pages.test.ts`. */
browserSuite("the site's pages in other languages", (open) => {
  describe.each(LANGUAGES.filter((language) => language !== "en"))("in %s", (language) => {
    test("fit every width", async () => {
      await fitsEverywhere(await open(), language, [320, 400, 768, 1200]);
    });
  });
});
