import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { forgetShifts, shiftsOf, watchShifts } from "../support/layout-shifts.js";
import { widgetSite } from "./widget-site.js";

const DOCS = readFileSync(new URL("../../../../docs/embedding.md", import.meta.url), "utf8");

/** The style sheet that keeps the room of a widget free until its script comes. */
const ROOM = /```css\n([^`]*)```/.exec(DOCS)?.[1] ?? "";

/** Wherever the drawing gets another height or the attribution another line, and between. */
const COLUMNS = [180, 219, 220, 279, 280, 319, 320, 400, 449, 450, 486, 560, 600, 640, 750, 800, 935, 1000, 1200];
/** As each language writes it. */
const SCORES = { en: "72.4", de: "72,4" };

browserSuite("the documented room for a widget", (open) => {
  test.each([
    ["chart", "data-nhci-widget"],
    ["badge", "data-nhci-badge"],
    ["chart", 'data-nhci-widget data-asset="crypto"'],
    ["badge", 'data-nhci-badge data-asset="crypto"'],
    ["badge", 'data-nhci-badge data-size="sm"'],
    ["badge", 'data-nhci-badge data-size="lg" data-theme="dark"'],
  ])("lets nothing move when the %s with %s comes, at any width", async (kind, mark) => {
    const site = await widgetSite(true);
    const page = await open({ width: 1200, height: 13_000 }); // shifts out of sight do not count
    await watchShifts(page);
    const host = await foreignPage({ html: "" });
    const moved: string[] = [];
    for (const [language, score] of Object.entries(SCORES)) {
      const columns = COLUMNS.map(
        (px) => `<div class="column" style="width:${px}px"><div ${mark}></div></div><p>Below.</p>`,
      );
      const style = `body{margin:0}${ROOM}`;
      host.html = `<!doctype html><html lang="${language}"><style>${style}</style><body>${columns.join("")}`;
      await page.goto(host.url);
      await forgetShifts(page);
      await page.addScriptTag({ url: `${site.origin}/embed/nhci-${kind}.js` });
      const shown = page.locator(".column").filter({ hasText: score });
      await expect.poll(() => shown.count()).toBe(COLUMNS.length);
      moved.push(...(await shiftsOf(page)).map((shift) => `${language}: ${shift}`));
    }
    expect(moved).toEqual([]);
  });
});
