/** Checks that a page fits its window: nothing is cut off, no texts overlap, no word is broken. */
import type { Language } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { languagesOf, PAGES, type Page as PageName, pagePath } from "../../src/pages/site.js";
import { noiseOf } from "./browser.js";
import { shownSite } from "./shown-site.js";

/** Opens a page completely: nothing is folded, and all its requests are done. */
export async function visitWhole(page: Page, site: string, name: PageName, language: Language): Promise<void> {
  await page.goto(site + pagePath(name, language));
  if (name === "embed") await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
}

/** Checks that every page in a language fits the widths, logs nothing, contacts no other host, and stores nothing. */
export async function fitsEverywhere(page: Page, language: Language, widths: readonly number[]): Promise<void> {
  const site = await shownSite();
  const { lines, origins } = noiseOf(page);
  for (const name of PAGES.filter((each) => languagesOf(each).includes(language))) {
    await visitWhole(page, site, name, language);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await misfits(page), `${name} at ${width} px`).toEqual([]);
    }
  }
  expect(lines).toEqual([]);
  expect([...origins].filter((origin) => origin !== "null")).toEqual([site]);
  expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
}

/** What does not fit on a page, one line each. Looks into pictures and shadow roots. */
export async function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    /** Letters are measured with their side bearings. */
    const TOLERANCE = 0.75;
    const found: string[] = [];
    const texts: { readonly element: Element; readonly ink: DOMRect }[] = [];

    const boxOf = (element: Element) => element.getBoundingClientRect();
    const nameOf = (element: Element) => `<${element.localName}> "${element.textContent?.trim().slice(0, 40)}"`;
    const parentOf = (element: Element): Element | null =>
      element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
    const aside = new Map<Element | null, boolean>([[null, false]]);
    /** Whether it is only for screen readers, hidden until it has the focus, or in a box that scrolls. */
    const isAside = (element: Element | null): boolean => {
      const known = aside.get(element);
      if (known !== undefined || element === null) return known ?? false;
      const { clipPath, overflowX } = getComputedStyle(element);
      const found = clipPath !== "none" || /auto|scroll/.test(overflowX) || isAside(parentOf(element));
      aside.set(element, found);
      return found;
    };

    /** Code and long numbers may break anywhere. */
    const lookAtWords = (element: Element, node: Node): void => {
      if (element.closest("code")) return;
      const range = document.createRange();
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\p{L}+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) found.push(`${nameOf(element)} breaks ${word}`);
      }
    };
    /** The position of an element's own letters. */
    const lettersOf = (element: Element): readonly DOMRect[] => {
      if (element instanceof SVGElement) return element.localName === "text" ? [boxOf(element)] : [];
      const nodes = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim());
      return nodes.flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()];
        if (boxes.length > 1) lookAtWords(element, node);
        return boxes;
      });
    };
    const lookAt = (element: Element): void => {
      const isShown = boxOf(element).width > 1 && getComputedStyle(element).visibility === "visible";
      if (!isShown || isAside(element)) return;
      // A drawing that stretches with its page has no fixed width; its labels are next to it.
      const frame = boxOf(element.closest("svg[width]") ?? document.documentElement);
      for (const box of lettersOf(element)) {
        const outside = Math.max(frame.left - box.left, box.right - frame.right);
        if (outside > TOLERANCE) found.push(`${nameOf(element)} is cut off by ${outside.toFixed(1)} px`);
        // Lines may be close together: large letters may extend beyond their line if only empty space is there.
        texts.push({ element, ink: new DOMRect(box.x, box.y + 0.2 * box.height, box.width, 0.6 * box.height) });
      }
    };
    const lookIn = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll("*")) {
        lookAt(element);
        if (element.shadowRoot !== null) lookIn(element.shadowRoot);
      }
    };

    if (innerWidth < 560) {
      for (const box of document.querySelectorAll(".wide:has(.rows), pre"))
        if (box.scrollWidth > box.clientWidth) found.push(`${nameOf(box)} scrolls sideways on a phone`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
    lookIn(document);
    const isCovered = (ink: DOMRect, other: DOMRect): boolean => {
      const across = Math.min(ink.right, other.right) - Math.max(ink.left, other.left);
      const down = Math.min(ink.bottom, other.bottom) - Math.max(ink.top, other.top);
      return across > 1 && down > 0.35 * Math.min(ink.height, other.height);
    };
    // From the top down, a text is compared only with those that begin above its end, because a long page has 3,000.
    texts.sort((one, other) => one.ink.top - other.ink.top);
    texts.forEach(({ element, ink }, i) => {
      for (let next = i + 1; (texts[next]?.ink.top ?? Infinity) < ink.bottom; next++) {
        const other = texts[next]!;
        if (other.element !== element && isCovered(ink, other.ink))
          found.push(`${nameOf(element)} is on top of ${nameOf(other.element)}`);
      }
    });
    return found;
  });
}
