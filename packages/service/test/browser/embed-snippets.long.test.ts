/** The code that people copy from `/embed`, in every language, on a phone and on a desktop. */

import { marked } from "marked";
import { LANGUAGES, type Language } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pagePath } from "../../src/pages/site.js";
import { browserSuite, noiseOf } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { ownAddress, shownSite } from "../support/shown-site.js";

/** Pairs of theme and size that cover every size and every theme. */
const CHOICES = [
  ["auto", "sm"],
  ["light", "md"],
  ["dark", "lg"],
] as const;

/** Under a load of ten a picture takes some seconds. */
const LOAD_MS = 30_000;

/** Sites that render Markdown never show pictures wider than their column. */
const STYLE = "hr{margin:0}.readme img{max-width:100%;height:auto}";

browserSuite("each snippet of the page about embeds", (open) => {
  const all = LANGUAGES.flatMap((language) => CHOICES.map(([theme, size]) => [language, theme, size] as const));

  test.each(all)("fits a phone and a desktop without gaps: %s, %s, %s", async (language, theme, size) => {
    const site = await shownSite();
    const page = await open({
      width: 1000,
      height: 2000,
      colorScheme: theme === "dark" ? "dark" : "light",
      ...ownAddress(),
    });
    const reader = await open({ javaScriptEnabled: false });
    const snippets = await snippetsOf(reader, site, language, `theme=${theme}&size=${size}&lang=${language}`);
    await reader.close();
    expect(snippets).toHaveLength(9);
    const { lines } = noiseOf(page);
    const sections = await Promise.all(
      snippets.map(async (text) => {
        const isMarkdown = !text.startsWith("<");
        return `<section${isMarkdown ? " class=readme" : ""}>${isMarkdown ? await marked(text) : text}</section><hr>`;
      }),
    );
    const head = `<html lang="${language}"><meta name="viewport" content="width=device-width"><style>${STYLE}</style>`;
    await page.goto(await foreignPage(`<!doctype html>${head}<body>${sections.join("")}`));
    for (const width of [1000, 360]) {
      await page.setViewportSize({ width, height: 2000 });
      await expect.poll(() => page.evaluate(faults), { timeout: LOAD_MS, message: `${width} px` }).toEqual([]);
    }
    expect(lines).toEqual([]);
  });
});

/** The code of all cards, as the page shows it. */
async function snippetsOf(page: Page, site: string, language: Language, query: string): Promise<readonly string[]> {
  await page.goto(`${site}${pagePath("embed", language)}?${query}`);
  const texts = await page.locator("#shop pre").allTextContents();
  return texts.map((text) => text.trim().replaceAll("https://peak.example", site));
}

/**
 * Runs in the page: finds what is not drawn, wider than the window, overlaps the next element, or leaves a gap above
 * it.
 */
function faults(): readonly string[] {
  const wide =
    document.documentElement.scrollWidth > innerWidth ? [`scrolls to ${document.documentElement.scrollWidth}`] : [];
  const each = [...document.querySelectorAll("section")].flatMap((section) => {
    const drawn = section.querySelector("img,iframe,[data-nhci-badge],[data-nhci-widget]");
    const picture = drawn?.shadowRoot?.querySelector("svg") ?? drawn;
    const isDrawn =
      drawn instanceof HTMLImageElement
        ? drawn.naturalWidth > 0
        : drawn instanceof HTMLIFrameElement || /\d[.,]\d/.test(`${drawn?.shadowRoot?.textContent}`);
    const box = picture?.getBoundingClientRect();
    const below = (section.nextElementSibling?.getBoundingClientRect().top ?? 0) - (box?.bottom ?? 0);
    const said = `${section.textContent?.trim().slice(0, 20)} ${drawn?.outerHTML.slice(0, 80)}`;
    if (!isDrawn) return [`not drawn: ${said}`];
    return below >= -0.5 && below < 30 ? [] : [`${below} px below: ${said}`];
  });
  return [...wide, ...each];
}
