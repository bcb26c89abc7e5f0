/** What the site's pages guarantee to readers, checked in a browser. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PAGES, pagePath } from "../../src/pages/site.js";
import { browserSuite } from "../support/browser.js";
import { fitsEverywhere, misfits, visitWhole } from "../support/page-fit.js";
import { ownAddress, shownSite } from "../support/shown-site.js";

/** Every width in English, and the narrowest in the language with the longest words; the long tier has the others. */
const SHOWN = [
  ["en", [320, 390, 768, 1280]],
  ["de", [320]],
] as const;

browserSuite("the site's pages", (open) => {
  test.each(SHOWN)(
    "in %s fit %j px, log nothing, contact no other host and store nothing",
    async (language, widths) => {
      await fitsEverywhere(await open(ownAddress()), language, widths);
    },
  );

  test.each([...PAGES, "frame"] as const)("pass axe on %s in all color schemes", async (name) => {
    const page = await open({ ...ownAddress(), bypassCSP: true, width: 390 });
    const site = await shownSite();
    if (name !== "frame") await visitWhole(page, site, name, "en");
    else {
      await page.goto(`${site}/embed/nhci?lang=de`);
      await page.locator("section svg").waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    // The longest page has the same style as the method page; the colors of drawings are tested where they are defined.
    if (name === "docs" || name === "frame") return;
    for (const media of [{ colorScheme: "dark" }, { colorScheme: "dark", forcedColors: "active" }] as const) {
      await page.emulateMedia(media);
      expect(await axeFindings(page, "color-contrast"), `${Object.values(media)}`).toEqual([]);
    }
  });

  test("hide nothing behind the number of the front page in forced colors", async () => {
    const page = await open({ ...ownAddress(), forcedColors: "active", colorScheme: "dark" });
    await page.goto(await shownSite());
    const words = page.getByText("Cycle score:");
    const seen = await words.screenshot();
    await page.locator(".score b").evaluate((number) => Object.assign(number.style, { visibility: "hidden" }));
    expect(seen.equals(await words.screenshot())).toBe(true);
  });

  test("do not move while they load", async () => {
    const site = await shownSite();
    const page = await open({ ...ownAddress(), width: 390 });
    await page.addInitScript(() => {
      const seen = Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const name of PAGES) {
      await page.goto(site + pagePath(name, "en"));
      await page.waitForLoadState("networkidle");
      // The menu moves by 0.001 when the list of languages arrives in a later packet; search engines accept up to 0.1.
      expect(await page.evaluate("window.shifted"), name).toBeLessThan(0.005);
    }
  });

  test("cut off no word and never scroll sideways at 390 px with text of up to 200 %", async () => {
    const site = await shownSite();
    const page = await open({ ...ownAddress(), width: 390 });
    for (const name of PAGES) {
      await visitWhole(page, site, name, "en");
      for (const percent of [130, 150, 200]) {
        // Not as an attribute, which the pages' policy forbids.
        await page.evaluate((size) => Object.assign(document.documentElement.style, { fontSize: `${size}%` }), percent);
        expect(await misfits(page), `${name} at ${percent} %`).toEqual([]);
      }
    }
  });

  test("break no word in the labels of tables that are stacked on phones", async () => {
    const page = await open({ ...ownAddress(), width: 390 });
    await page.goto((await shownSite()) + pagePath("docs", "en"));
    const broken = await page.locator("td[data-label]").evaluateAll((cells) => {
      const context = document.createElement("canvas").getContext("2d");
      return cells.flatMap((cell) => {
        const { font, width } = getComputedStyle(cell, "::before");
        if (context) context.font = font;
        const words = (cell.getAttribute("data-label") ?? "").split(" ");
        return words.filter((word) => (context?.measureText(word).width ?? Infinity) > Number.parseFloat(width));
      });
    });
    expect([...new Set(broken)]).toEqual([]);
  });

  test("have no dot at the end of a line where the credit has two lines", async () => {
    const page = await open({ ...ownAddress(), width: 320 });
    await page.goto((await shownSite()) + pagePath("attribution", "en"));
    const credits = page.locator(".credit");
    const lines = (await credits.allInnerTexts()).map((text) => text.trim().split(/\s*\n\s*/));
    expect(lines).toEqual(Array(2).fill(["Peak Cycle Index by Peak", "peak.example"]));
    await page.setViewportSize({ width: 768, height: 800 });
    expect(await credits.first().innerText()).toBe("Peak Cycle Index by Peak · peak.example");
  });

  test("print no controls, and a picture of a frame that has not been opened", async () => {
    const page = await open({ ...ownAddress(), width: 1000 });
    await page.goto((await shownSite()) + pagePath("embed", "en"));
    await page.emulateMedia({ media: "print" });
    for (const part of [".controls", ".tabs"])
      expect(await page.locator(part).filter({ visible: true }).count(), part).toBe(0);
    expect(await page.locator(".poster > *").filter({ visible: true }).count()).toBe(1);
  });

  test("let keyboard users reach all their contents, keep these visible, and open the chosen section", async () => {
    const page = await open({ ...ownAddress(), width: 1280, height: 500 });
    await page.goto((await shownSite()) + pagePath("method", "en"));
    const links = page.locator(".toc a");
    await links.first().focus();
    for (let i = 1; i < (await links.count()); i++) await page.keyboard.press("Tab");
    await expect.poll(() => links.last().evaluate((link) => link === document.activeElement)).toBe(true);
    const { y = -1, height = 0 } = (await links.last().boundingBox()) ?? {};
    expect([y >= 0, y + height <= 500]).toEqual([true, true]);
    await page.keyboard.press("Enter");
    await page.locator("details:target[open], [open] :target").first().waitFor();
  });

  test("mark only the current section of the contents in forced colors", async () => {
    const page = await open({ ...ownAddress(), width: 1280, forcedColors: "active" });
    await page.goto((await shownSite()) + pagePath("docs", "en"));
    const marks = await page
      .locator(".toc a:not([aria-current])")
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderLeftColor));
    const background = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(new Set(marks)).toEqual(new Set([background]));
  });

  test("show verdict and market of the front page in one column with text of 200 % at 1280 px", async () => {
    const page = await open({ ...ownAddress(), width: 1280 });
    await page.goto(await shownSite());
    const columns = (part: string) => page.locator(part).evaluate((each) => getComputedStyle(each).gridTemplateColumns);
    for (const part of [".verdict", ".figures"]) expect(await columns(part), part).toMatch(/ /);
    await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: "200%" }));
    for (const part of [".verdict", ".figures"]) expect(await columns(part), part).not.toMatch(/ /);
  });

  test("show their table of contents on wide screens, mark the current section, and fold it on phones", async () => {
    const site = await shownSite();
    const page = await open();
    for (const name of ["docs", "method"] as const) {
      await page.setViewportSize({ width: 1280, height: 500 });
      await page.goto(site + pagePath(name, "en"));
      const links = page.locator(".toc a");
      await links.last().click();
      const marked = () => page.locator(".toc [aria-current]").allTextContents();
      await expect.poll(marked, { message: name }).toEqual([await links.last().textContent()]);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await links.first().isVisible(), name).toBe(false);
      await page.locator(".toc summary").click();
      expect(await links.first().isVisible(), name).toBe(true);
    }
  });

  test.each([390, 1280])("keep the long chart in view at %i px when another range is chosen", async (width) => {
    const page = await open({ width });
    await page.goto(`${await shownSite()}/`);
    await page.getByRole("link", { name: "30 days", exact: true }).click();
    await page.waitForURL(/range=30d/);
    const top = () => page.locator(".plot").evaluate((plot) => plot.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(width < 1000 ? 300 : 600);
    // A wide window shows the chart without scrolling, so it stays below the score.
    expect((await page.evaluate(() => scrollY)) > 0).toBe(width < 1000);
  });

  test("make the long chart readable by keyboard, with the texts of its table", async () => {
    const page = await open({ width: 1280 });
    await page.goto(`${await shownSite()}/?range=1y`);
    const slider = page.getByRole("slider", { name: "Bitcoin price and cycle score" });
    await slider.focus();
    const max = Number(await slider.getAttribute("aria-valuemax"));
    const keys = {
      ArrowLeft: max - 1,
      PageDown: max - 8,
      "Control+ArrowLeft": max - 8,
      Home: 1,
      ArrowRight: 2,
      End: max,
    };
    for (const [key, index] of Object.entries(keys)) {
      await page.keyboard.press(key);
      expect(await slider.getAttribute("aria-valuenow"), key).toBe(`${index}`);
    }
    const said = await slider.getAttribute("aria-valuetext");
    for (const cell of await page.locator(".plain tbody tr").last().locator("td").allTextContents())
      expect(said).toContain(cell);
    await page.keyboard.press("Escape");
    expect(await page.locator("#reading").isVisible()).toBe(false);
  });

  test("keep the point of the long chart that a finger selected until the next tap", async () => {
    const page = await open({ width: 390, hasTouch: true });
    await page.goto(await shownSite());
    const said = page.locator("#reading");
    const readAt = async (x: number) => {
      await page.locator(".plot > div").tap({ position: { x, y: 150 } });
      return said.textContent();
    };
    const first = await readAt(120);
    expect(first).toMatch(/20\d\d/);
    expect(await readAt(220)).not.toBe(first);
    await page.locator("h1").tap();
    expect(await said.isVisible()).toBe(false);
  });
});

/**
 * The violations that axe-core finds, by all rules or a single one. The page must have been opened with `bypassCSP`.
 */
async function axeFindings(page: Page, rule?: string): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const runner = (window as unknown as { axe: typeof axe }).axe;
    // Collecting only violations halves the time.
    const all = { resultTypes: ["violations" as const] };
    const { violations, passes } = await runner.run(document, only ? { ...all, runOnly: [only] } : all);
    if (passes.length === 0) return ["axe has checked nothing"];
    return violations.flatMap(({ id, nodes }) => nodes.map(({ failureSummary }) => `${id}: ${failureSummary}`));
  }, rule);
}
