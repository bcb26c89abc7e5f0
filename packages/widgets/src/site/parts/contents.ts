/** How far below the top of the window a section becomes the current one, in px. */
const READING_LINE = 130;

/**
 * Marks in the table of contents the last section that begins above the reading line, or at the end of the page the
 * section in the URL.
 */
export function markContents(): void {
  const entries = [...document.querySelectorAll<HTMLAnchorElement>(".toc a")].flatMap((link) => {
    const target = document.getElementById(link.hash.slice(1));
    return target === null ? [] : [{ link, target }];
  });

  /** A folded section has no position itself. */
  const topOf = (target: Element): number => {
    const closedDetails = target.closest("details:not([open])");
    return (closedDetails ?? target).getBoundingClientRect().top;
  };

  const mark = (): void => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const hashEntry = entries.find(({ link, target }) => link.hash === location.hash && topOf(target) < innerHeight);
    const read = entries.filter(({ target }) => topOf(target) <= READING_LINE).at(-1);
    const current = isAtEnd && hashEntry !== undefined && topOf(hashEntry.target) > 0 ? hashEntry : read;
    for (const { link } of entries) {
      if (link === current?.link) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  let isDue = false;
  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mark();
    });
  };
  for (const event of ["scroll", "resize", "hashchange"]) addEventListener(event, soon);
  document.addEventListener("toggle", soon, true); // it does not bubble
  mark();
}
