import { LANGUAGES } from "peak-cycle-drawing";
import { test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { fitsEverywhere } from "../support/page-fit.js";
import { ownAddress } from "../support/shown-site.js";

browserSuite("the site's pages in other languages", (open) => {
  test.each(LANGUAGES.slice(1))("in %s fit every width", async (language) => {
    await fitsEverywhere(await open(ownAddress()), language, [320, 400, 768, 1200]);
  });
});
