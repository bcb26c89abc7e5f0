import { expect, test } from "vitest";
import { PAGES } from "../../src/pages/site.js";
import { browserSuite } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";
import { visitWhole } from "../support/visit.js";
import { axeFindings } from "./axe.js";

/** Narrow, boxes of code become places to scroll, which must be reachable by keyboard. */
browserSuite("axe finds nothing", (open) => {
  test("on narrow dark pages in German", async () => {
    const site = await embedSite();
    const page = await open({ bypassCSP: true, colorScheme: "dark", width: 320 });
    for (const name of PAGES) {
      await visitWhole(page, site.origin, name, "de");
      expect(await axeFindings(page), name).toEqual([]);
    }
  });
});
