import type { Language } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { languagesOf, PAGES } from "../../src/pages/site.js";
import { embedSite } from "../support/embed-site.js";
import { overflows } from "../support/overflow.js";
import { noiseOf } from "../support/page-noise.js";
import { visitWhole } from "../support/visit.js";

/**
 * Looks at every page in a language at widths in px: everything is in sight, no text lies on another, no word is
 * broken, the console is silent, nobody else is asked, and the browser keeps nothing.
 */
export async function fitsEverywhere(page: Page, language: Language, widths: readonly number[]): Promise<void> {
  const site = await embedSite("flags");
  const noise = noiseOf(page);
  for (const name of PAGES.filter((each) => languagesOf(each).includes(language))) {
    await visitWhole(page, site.origin, name, language);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflows(page), `${name} at ${width} px`).toEqual([]);
      expect(await brokenWords(page), `${name} at ${width} px`).toEqual([]);
    }
  }
  expect(noise.lines).toEqual([]);
  expect([...noise.origins].filter((origin) => origin !== "null")).toEqual([site.origin]);
  const { cookies, origins } = await page.context().storageState();
  expect({ cookies, origins }).toEqual({ cookies: [], origins: [] });
}

/**
 * Words of a page whose letters stand on two lines although nothing in them allows a break: a word is letters, digits
 * and underscores. Places that scroll sideways are looked at too.
 *
 * @returns the words, each once
 */
async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    /** Kept for screen readers alone, in a box of one pixel. */
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement));
    const isSeen = (element: Element | null) =>
      element?.checkVisibility() === true && element.closest("svg") === null && !isClipped(element);
    const linesOf = (range: Range) => new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
    const brokenIn = (node: Node): readonly string[] => {
      const all = document.createRange();
      all.selectNodeContents(node);
      if (linesOf(all).size < 2) return [];
      return [...(node.textContent ?? "").matchAll(/[\p{L}\p{N}_]+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return linesOf(range).size > 1 ? [word] : [];
      });
    };
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (isSeen(node.parentElement)) broken.push(...brokenIn(node));
    }
    return [...new Set(broken)];
  });
}
