import type { Language } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { type Page as PageName, pagePath } from "../../src/pages/site.js";

/**
 * Opens a page of the site and waits until nothing more comes; only the one about embedding goes on to ask for things.
 */
export async function visit(page: Page, site: string, name: PageName, language: Language): Promise<void> {
  await page.goto(site + pagePath(name, language));
  if (name === "embed") await page.waitForLoadState("networkidle");
}

/** Opens a page with everything on it: all chapters of the reference are shown, and nothing is folded. */
export async function visitWhole(page: Page, site: string, name: PageName, language: Language): Promise<void> {
  await page.goto(`${site}${pagePath(name, language)}${name === "docs" ? "#all" : ""}`);
  if (name === "embed") await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
}
