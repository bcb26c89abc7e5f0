import type { Page } from "playwright-core";

/**
 * Texts of a page, shadow roots included, that have less than 4.5 to 1 against the paper they stand on. Computed by the
 * browser, so forced colors count.
 *
 * @returns one line each
 */
export async function paleTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const LEAST = 4.5;
    const found: string[] = [];

    const channels = (color: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return { red, green, blue, alpha };
    };
    const light = (color: string) => {
      const { red, green, blue } = channels(color);
      const linear = [red, green, blue].map((value) =>
        value <= 10.314_75 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
    };
    const contrast = (one: string, other: string) => {
      const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05);
    };
    /** An opaque area of the same drawing that the middle of a text stands on. */
    const areaBelow = (text: Element): string | undefined => {
      const middle = (box: DOMRect) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
      const [x, y] = middle(text.getBoundingClientRect());
      const areas = [...(text.closest("svg[role]")?.querySelectorAll("rect") ?? [])].filter((area) => {
        const { left, right, top, bottom } = area.getBoundingClientRect();
        const isOpaque = getComputedStyle(area).fillOpacity === "1" && area.checkVisibility();
        return isOpaque && left < x && x < right && top < y && y < bottom;
      });
      const last = areas.at(-1);
      return last && getComputedStyle(last).fill;
    };
    const paperBelow = (element: Element): string => {
      const area = element instanceof SVGElement ? areaBelow(element) : undefined;
      if (area !== undefined) return area;
      let at: Element | null = element;
      while (at !== null) {
        const { backgroundColor } = getComputedStyle(at);
        if (channels(backgroundColor).alpha > 0.99 && backgroundColor !== "") return backgroundColor;
        at = at.parentElement ?? ((at.getRootNode() as ShadowRoot).host as Element | undefined) ?? null;
      }
      const probe = document.body.appendChild(document.createElement("i"));
      probe.setAttribute("hidden", "");
      probe.attributeStyleMap.set("background-color", "Canvas");
      const canvas = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return canvas;
    };

    const everything = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll("*")].flatMap((element) => [
        element,
        ...(element.shadowRoot === null ? [] : everything(element.shadowRoot)),
      ]);
    const says = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;

    for (const element of everything(document)) {
      if (!says(element) || !isSeen(element)) continue;
      const style = getComputedStyle(element);
      const ink = element instanceof SVGElement ? style.fill : style.color;
      const paper = paperBelow(element);
      const text = element.textContent?.trim().slice(0, 40);
      if (contrast(ink, paper) >= LEAST) continue;
      found.push(`<${element.localName}> "${text}" ${ink} on ${paper}: ${contrast(ink, paper).toFixed(2)}`);
    }
    return found;
  });
}
