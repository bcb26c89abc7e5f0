import { describe, expect, test } from "vitest";
import { PAGES } from "../../src/site/site.js";
import { browserSuite } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage } from "../support/foreign-page.js";
import { bothWidgets } from "../support/host-page.js";
import { visitWhole } from "../support/visit.js";
import { scoreShown } from "../support/widget-page.js";
import { axeFindings } from "./axe.js";

browserSuite("axe finds nothing", (open) => {
  test("in an empty button, unlike here: it does look", async () => {
    const page = await open({ bypassCSP: true });
    await page.setContent("<!doctype html><html lang=en><title>t</title><main><h1>h</h1><button></button></main>");
    expect((await axeFindings(page)).map((line) => line.split(":")[0])).toEqual(["button-name"]);
  });

  describe.each(["light", "dark"] as const)("in %s colors", (colorScheme) => {
    test.each(["normal", "flags", "waiting"] as const)("on a page with widgets, %s", async (state) => {
      const site = await embedSite(state);
      const host = await foreignPage({ html: bothWidgets(site.origin) });
      const page = await open({ bypassCSP: true, colorScheme, width: 400 });
      await page.goto(host.url);
      if (state === "waiting") await page.waitForLoadState("networkidle");
      else await scoreShown(page, 2);
      expect(await axeFindings(page)).toEqual([]);
    });
  });

  // Axe tells colors by the scheme alone and words by the language alone: each is looked at once.
  describe.each([
    ["light", "en", 1000],
    // Narrow, boxes of code become places to scroll, which must be reachable by keyboard.
    ["dark", "de", 320],
  ] as const)("in %s colors, in %s at %i px", (colorScheme, language, width) => {
    test("on the iframe page", async () => {
      const site = await embedSite();
      const page = await open({ bypassCSP: true, colorScheme, width: 400 });
      await page.goto(`${site.origin}/embed/nhci?lang=${language}`);
      expect(await axeFindings(page)).toEqual([]);
    });

    test("on all pages", async () => {
      const site = await embedSite();
      const page = await open({ bypassCSP: true, colorScheme, width });
      for (const name of PAGES) {
        await visitWhole(page, site.origin, name, language);
        expect(await axeFindings(page), name).toEqual([]);
      }
    });
  });
});
