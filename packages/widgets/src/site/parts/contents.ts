/** How far below the top of the window a section begins to be the one that is read, in px. */
const READING_LINE = 130;

/**
 * Marks in the list of contents the last section that begins above the reading line, and at the end of the page the one
 * asked for.
 */
export function markContents(): void {
  const entries = [...document.querySelectorAll<HTMLAnchorElement>(".toc a")].flatMap((link) => {
    const target = document.getElementById(link.hash.slice(1));
    return target === null ? [] : [{ link, target }];
  });

  /** A section that is folded has no place of its own. */
  const topOf = (target: Element): number => {
    const folded = target.closest("details:not([open])");
    return (folded ?? target).getBoundingClientRect().top;
  };

  const mark = (): void => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const asked = entries.find(({ link, target }) => link.hash === location.hash && topOf(target) < innerHeight);
    const read = entries.filter(({ target }) => topOf(target) <= READING_LINE).at(-1);
    const current = isAtEnd && asked !== undefined && topOf(asked.target) > 0 ? asked : read;
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
  for (const event of ["scroll", "resize", "hashchange"]) addEventListener(event, soon, { passive: true });
  document.addEventListener("toggle", soon, { capture: true });
  mark();
}
