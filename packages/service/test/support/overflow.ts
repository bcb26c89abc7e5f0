import type { Page } from "playwright-core";

/** A box that a text may touch but not leave; letters are measured with their side bearings. */
const TOLERANCE_PX = 0.75;

/**
 * What does not fit on a page: the page and widgets that would scroll sideways, lines that leave their widget or the
 * page, texts outside of their picture, texts on top of one another. Looks into shadow roots.
 *
 * @returns one line each, none when all is well
 */
export async function overflows(page: Page): Promise<readonly string[]> {
  return page.evaluate((tolerance) => {
    const found: string[] = [];
    const nameOf = (element: Element) => {
      const { host } = element.getRootNode() as ShadowRoot;
      const owner = (host ?? element) as HTMLElement;
      const kind = owner.getAttributeNames().find((name) => name.startsWith("data-nhci-")) ?? "";
      return `${kind} ${owner.getAttribute("data-lang") ?? ""} <${element.localName}> "${element.textContent?.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
    };
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const isShown = (element: Element) =>
      boxOf(element).width > 1 && getComputedStyle(element).visibility === "visible";

    const everything = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll("*")].flatMap((element) => [
        element,
        ...(element.shadowRoot === null ? [] : everything(element.shadowRoot)),
      ]);
    const up = (element: Element): Element[] => {
      const next = element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
      return next === null ? [element] : [element, ...up(next)];
    };
    /** For screen readers alone, kept away until it gets the focus, or in a box that is meant to be scrolled. */
    const isExempt = (element: Element) =>
      boxOf(element).right < 0 ||
      up(element).some((each) => {
        const { clipPath, overflowX } = getComputedStyle(each);
        return clipPath !== "none" || overflowX === "auto" || overflowX === "scroll";
      });
    /** Where the letters of an element itself stand. */
    const lettersOf = (element: Element): DOMRect[] =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "")
        .flatMap((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return [...range.getClientRects()];
        });

    interface Line {
      readonly element: Element;
      readonly box: DOMRect;
    }
    const lines: Line[] = [];

    const lookAt = (element: HTMLElement): void => {
      const { scrollWidth: needed, clientWidth: given } = element;
      if (element.shadowRoot !== null && needed > given) found.push(`${nameOf(element)} is ${needed} wide in ${given}`);
      const letters = lettersOf(element);
      if (letters.length === 0 || !isShown(element)) return;
      lines.push(...letters.map((box) => ({ element, box })));
      const { host } = element.getRootNode() as ShadowRoot;
      const { left, right } = boxOf(host ?? document.documentElement);
      const outside = Math.max(...letters.map((box) => Math.max(left - box.left, box.right - right)));
      if (outside > tolerance && !isExempt(element))
        found.push(`${nameOf(element)} is cut off by ${outside.toFixed(1)} px`);
    };

    /** Large letters reach out of a line that is set close, with nothing but the room above and below them. */
    const inkOf = ({ x, y, width, height }: DOMRect) => new DOMRect(x, y + 0.2 * height, width, 0.6 * height);

    const lookBetween = (): void => {
      const ordered = lines.toSorted((one, other) => one.box.top - other.box.top);
      for (const [i, line] of ordered.entries()) {
        const below = ordered.slice(i + 1).findIndex(({ box }) => box.top >= line.box.bottom);
        const beside = ordered.slice(i + 1, below === -1 ? undefined : i + 1 + below);
        const covered = beside.filter(
          ({ element, box }) => element !== line.element && meet(inkOf(line.box), inkOf(box)),
        );
        for (const { element } of covered.filter((each) => ![each.element, line.element].some(isExempt)))
          found.push(`${nameOf(line.element)} is on top of ${nameOf(element)}`);
      }
    };

    const lookInto = (picture: SVGSVGElement): void => {
      if (picture.ownerSVGElement !== null) return; // a part of the one around it
      // A drawing that stretches with its page has no width of its own, and its labels beside it, in a margin of the
      // page.
      const frame = boxOf(picture.hasAttribute("width") ? picture : document.documentElement);
      const texts = [...picture.querySelectorAll("text")].filter(
        (text) => text.textContent?.trim() !== "" && isShown(text),
      );
      texts.forEach((text, i) => {
        const box = boxOf(text);
        const outside = Math.max(
          frame.left - box.left,
          box.right - frame.right,
          frame.top - box.top,
          box.bottom - frame.bottom,
        );
        if (outside > tolerance) found.push(`${nameOf(text)} is ${outside.toFixed(1)} px outside of its picture`);
        for (const other of texts.slice(i + 1)) {
          if (meet(box, boxOf(other))) found.push(`${nameOf(text)} is on top of ${nameOf(other)}`);
        }
      });
    };

    /** Lines may be set close: ascenders of one may reach into the descenders of the other, but not more. */
    const meet = (a: DOMRect, b: DOMRect): boolean => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 1 && down > 0.35 * Math.min(a.height, b.height);
    };

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
    for (const element of everything(document)) {
      if (element instanceof SVGSVGElement && isShown(element)) lookInto(element);
      if (element instanceof HTMLElement) lookAt(element);
    }
    lookBetween();
    return found;
  }, TOLERANCE_PX);
}
