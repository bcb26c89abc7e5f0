/** Keeps the attribution line of one host where a reader sees it. */
interface VisibleLine {
  /** The line and what stands above it, in a new box. */
  place(box: Element, parts: readonly Element[], line: Element): void;
  /** Checks whether a reader sees the line. */
  check(): void;
  close(): void;
}

/** This many checks in a row may find the line hidden before it moves: something may just be passing over it. */
const MAX_MISSES = 1;

/**
 * Where a page hides the line and not the rest, the line moves to the top; where it is hidden there too, it is all that is
 * left in the box. Every further check tries the better places again.
 */
export function visibleLine(host: Element, root: ShadowRoot): VisibleLine {
  let box: Element;
  let parts: readonly Element[];
  let line: Element;
  let isMoved = false;
  let misses = 0;
  let thoroughChecks = 0;

  const isHidden = (isThorough = true): boolean => isLineHidden(host, root, isThorough);

  const move = (): void => {
    if (box.childElementCount < 2) box.append(...parts);
    box.append(line);
    isMoved = isHidden();
    if (!isMoved) return;
    box.prepend(line);
    if (isHidden()) box.replaceChildren(line);
  };

  // In some browsers this alone notices a cover that lets the pointer through. Finding one takes time.
  const options = { threshold: [0, 1], trackVisibility: true, delay: 100 };
  const covers = new IntersectionObserver(() => {
    thoroughChecks = MAX_MISSES + 1;
  }, options);
  covers.observe(host);

  return {
    place(...placed) {
      [box, parts, line] = placed;
      move();
    },
    check() {
      misses = isHidden(thoroughChecks-- > 0) ? misses + 1 : 0;
      if (isMoved || misses > MAX_MISSES) move();
    },
    close() {
      covers.disconnect();
    },
  };
}

/** While the page adopts it, no cover lets the pointer through. */
const SOLID = new CSSStyleSheet();
SOLID.replaceSync("*{pointer-events:auto!important}");

/** Heights in the drawing, from 0 to 1, at which its left part is looked for. The score is at the first two. */
const HEIGHTS = [0.07, 0.2, 0.4, 0.6, 0.8];

/**
 * Whether a reader sees something of what is drawn in a host, and the line with the link is cut off or below something that
 * does not cover that part too. A dialog over the whole page hides nothing in this sense, nor does a host or a line that is
 * out of the window or in a closed part of the page.
 *
 * @param isThorough also finds covers that a pointer goes through; the browser computes the page's styles twice for it
 */
function isLineHidden(host: Element, root: ShadowRoot, isThorough: boolean): boolean {
  const link = root.querySelector("a") as Element;
  const line = link.parentElement as Element;
  const sheets = document.adoptedStyleSheets;
  if (isThorough) sheets.push(SOLID);
  try {
    const isOut = isCut(line, host);
    if (isOut === false || host.closest("[inert]")) return !!isOut; // what is inert is not at any point
    const over = [link, line].flatMap((each) => {
      const stack = stackAt(each, 0.5, 0.5);
      return stack.includes(host) ? stack.slice(0, stack.indexOf(host)) : stack;
    });
    return HEIGHTS.some((height) => {
      const stack = stackAt(line.parentElement as Element, 0.12, height);
      const depth = stack.indexOf(host);
      return depth >= 0 && (isOut || over.some((each) => !stack.slice(0, depth).includes(each)));
    });
  } finally {
    if (isThorough) sheets.pop();
  }
}

/** What is at a point of an element, from top to bottom, with hosts for what is inside of them; nothing out of the window. */
function stackAt(each: Element, across: number, down: number): Element[] {
  const { left, top, width, height } = each.getBoundingClientRect();
  return document.elementsFromPoint(left + width * across, top + height * down);
}

/** Whether an element around a line cuts it off for good; `false` where the line can be scrolled to. */
function isCut(line: Element, around: Element | null): boolean | undefined {
  if (!around) return undefined;
  const { overflowY } = getComputedStyle(around);
  if (overflowY === "visible" || bottomOf(line) <= bottomOf(around) + 1) return isCut(line, around.parentElement);
  return !/o/.test(overflowY); // auto, scroll
}

function bottomOf(each: Element): number {
  return each.getBoundingClientRect().bottom;
}
