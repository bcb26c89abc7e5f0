import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { paleTexts } from "../support/contrast.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { bothWidgets, hostsOf } from "../support/host-page.js";
import { scoreShown } from "../support/widget-page.js";

/** What axe knows nothing of; it looks at the others in `accessibility.test.ts`. */
const LOOKS = [
  { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" },
] as const;

browserSuite("the widgets' colors", (open) => {
  async function show(look: Partial<(typeof LOOKS)[number]> & { reducedMotion?: "reduce" }) {
    const site = await embedSite("flags");
    const host = await foreignPage({ html: bothWidgets(site.origin), headers: strictPolicy(site.origin) });
    const page = await open({ width: 400, ...look });
    await page.goto(host.url);
    await scoreShown(page, 2);
    return page;
  }

  test.each(LOOKS)("can be read everywhere with $colorScheme colors, forced: $forcedColors", async (look) => {
    expect(await paleTexts(await show(look))).toEqual([]);
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
