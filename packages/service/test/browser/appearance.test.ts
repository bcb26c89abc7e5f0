import { describe, expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { paleTexts } from "../support/contrast.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { bothWidgets, type HostAttributes, hostsOf } from "../support/host-page.js";
import { papersOf, scoreShown } from "../support/widget-page.js";

/** What axe knows nothing of; it looks at the others in `accessibility.test.ts`. */
const LOOKS = [
  { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" },
] as const;

browserSuite("the widgets' colors", (open) => {
  async function show(
    look: Partial<(typeof LOOKS)[number]> & { reducedMotion?: "reduce" },
    attributes: HostAttributes = {},
  ) {
    const site = await embedSite("flags");
    const host = await foreignPage({ html: bothWidgets(site.origin, attributes), headers: strictPolicy(site.origin) });
    const page = await open({ width: 400, ...look });
    await page.goto(host.url);
    await scoreShown(page, 2);
    return page;
  }

  describe.each(LOOKS)("with $colorScheme colors, forced: $forcedColors", (look) => {
    test("can be read everywhere", async () => {
      expect(await paleTexts(await show(look))).toEqual([]);
    });
  });

  test("follow the visitor's light and dark, at once", async () => {
    const page = await show({ colorScheme: "light" });
    const day = await papersOf(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => papersOf(page)).not.toEqual(day);
    expect(await paleTexts(page)).toEqual([]);
  });

  test("stay as the page wants them, whatever the visitor's system likes", async () => {
    const dark = await papersOf(await show({ colorScheme: "dark" }));
    const page = await show({ colorScheme: "light" }, { "data-theme": "dark" });
    expect(await papersOf(page)).toEqual(dark);
    expect(await paleTexts(page)).toEqual([]);
  });

  test("stand still for visitors who ask for less motion", async () => {
    const page = await show({ reducedMotion: "reduce" });
    await page.locator(hostsOf("chart")).hover();
    const moving = await page.evaluate(() => {
      const roots = [...document.querySelectorAll("*")].flatMap((element) => element.shadowRoot ?? []);
      return [document, ...roots].flatMap((root) => root.getAnimations()).length;
    });
    expect(moving).toBe(0);
  });
});
