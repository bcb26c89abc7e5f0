import { expect, test } from "vitest";
import { PAGES } from "../../src/pages/site.js";
import { browserSuite } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage } from "../support/foreign-page.js";
import { bothWidgets } from "../support/host-page.js";
import { visitWhole } from "../support/visit.js";
import { scoreShown } from "../support/widget-page.js";
import { axeFindings } from "./axe.js";

browserSuite("axe finds nothing", (open) => {
  test.each([
    ["flags", "light"],
    ["normal", "dark"],
    ["waiting", "light"],
  ] as const)("on a page with widgets, %s, in %s colors", async (state, colorScheme) => {
    const site = await embedSite(state);
    const host = await foreignPage({ html: bothWidgets(site.origin) });
    const page = await open({ bypassCSP: true, colorScheme, width: 400 });
    await page.goto(host.url);
    if (state === "waiting") await page.waitForLoadState("networkidle");
    else await scoreShown(page, 2);
    expect(await axeFindings(page)).toEqual([]);
  });

  // Axe tells colors by the scheme alone and words by the language alone. Dark pages in German are in the long tier.
  test("on the dark iframe page in German", async () => {
    const site = await embedSite();
    const page = await open({ bypassCSP: true, colorScheme: "dark", width: 400 });
    await page.goto(`${site.origin}/embed/nhci?lang=de`);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("on all pages", async () => {
    const site = await embedSite();
    const page = await open({ bypassCSP: true });
    for (const name of PAGES) {
      await visitWhole(page, site.origin, name, "en");
      expect(await axeFindings(page), name).toEqual([]);
    }
  });
});
