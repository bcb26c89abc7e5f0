import type { Page } from "playwright-core";

/**
 * Words of a page whose letters stand on two lines although nothing in them allows a break: a word is letters, digits and
 * underscores. Places that scroll sideways are looked at too.
 *
 * @returns the words, each once
 */
export async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    /** Kept for screen readers alone, in a box of one pixel. */
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement));
    const isSeen = (element: Element | null) =>
      element?.checkVisibility() === true && element.closest("svg") === null && !isClipped(element);
    const brokenIn = (node: Node): readonly string[] =>
      [...(node.textContent ?? "").matchAll(/[\p{L}\p{N}_]+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        return lines.size > 1 ? [word] : [];
      });
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (isSeen(node.parentElement)) broken.push(...brokenIn(node));
    }
    return [...new Set(broken)];
  });
}
