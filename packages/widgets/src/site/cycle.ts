/**
 * The long chart of the front page: the ranges switch in place, and points are read by pointer, finger and keyboard. What
 * is read stands in the page's own table already; without this script nothing is missing but the comfort.
 */
const ranges = [...document.querySelectorAll<HTMLAnchorElement>(".tabs a")];
const plots = [...document.querySelectorAll<HTMLElement>(".plot")];
const reading = document.querySelector<HTMLElement>(".read");
const rows = document.querySelector<HTMLTableElement>("#points")?.tBodies[0]?.rows;
const hint = reading?.textContent ?? "";

for (const link of ranges) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const { range } = link.dataset;
    for (const each of ranges) {
      if (each === link) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
    for (const plot of plots) plot.hidden = plot.dataset["range"] !== range;
    history.replaceState(null, "", link.href);
    say(hint);
  });
}

for (const plot of plots) read(plot);

const copy = document.querySelector<HTMLButtonElement>("#copy");
if (copy !== null && "clipboard" in navigator) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    copy.textContent = copy.dataset["copied"] ?? "";
  });
}

function say(text: string): void {
  if (reading !== null) reading.textContent = text;
}

/** How many points each key goes, up and right to newer ones; Page Up and Page Down go a quarter of a year. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageUp: 13,
  PageDown: -13,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** @param plot whose `data-points` has day, price and score of each point in thousandths of its width and height */
function read(plot: HTMLElement): void {
  const points = (plot.dataset["points"] ?? "")
    .split(",")
    .map((point) => point.split(" ").map((part) => Number(part) / 10));
  const first = Number(plot.dataset["first"]);
  const last = points.length - 1;
  const [line, price, score] = [mark("i"), mark("b"), mark("b")];
  let current = last;
  becomeSlider(plot, last);
  describe(last);

  function mark(tag: string): HTMLElement {
    const made = document.createElement(tag);
    made.hidden = true;
    plot.append(made);
    return made;
  }

  /** Tells assistive technology which point is read. @returns what the table says about it */
  function describe(index: number): string {
    const cells = [...(rows?.[first + index]?.cells ?? [])].map(({ textContent }) => textContent ?? "");
    const text = cells.map((cell, i) => (i === 2 ? `${reading?.dataset["score"]} ${cell}` : cell)).join(" · ");
    plot.setAttribute("aria-valuenow", `${index}`);
    plot.setAttribute("aria-valuetext", text);
    return text;
  }

  function show(index: number): void {
    current = Math.max(0, Math.min(last, index));
    const [x = 0, priceY = 0, scoreY] = points[current] ?? [];
    for (const each of [line, price, score]) {
      each.hidden = false;
      each.style.left = `${x}%`;
    }
    price.style.top = `${priceY}%`;
    if (scoreY === undefined) score.hidden = true;
    else score.style.top = `${scoreY}%`;
    say(describe(current));
  }

  function leave(): void {
    for (const each of [line, price, score]) each.hidden = true;
    say(hint);
  }

  const follow = (event: PointerEvent) => {
    const { left, width } = plot.getBoundingClientRect();
    show(nearest(points, (100 * (event.clientX - left)) / width));
  };
  plot.addEventListener("pointermove", follow);
  plot.addEventListener("pointerdown", follow);
  plot.addEventListener("pointerleave", leave);
  plot.addEventListener("blur", leave);
  plot.addEventListener("focus", () => {
    if (plot.matches(":focus-visible")) show(current);
  });
  plot.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    // With one of these keys it belongs to the browser, like Alt and the left arrow.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step !== undefined) {
      event.preventDefault();
      show(current + step);
    } else if (event.key === "Escape") leave();
  });
}

function becomeSlider(plot: HTMLElement, last: number): void {
  plot.tabIndex = 0;
  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-label", plot.dataset["keys"] ?? "");
  plot.setAttribute("aria-valuemin", "0");
  plot.setAttribute("aria-valuemax", `${last}`);
}

/** @param at from the left, in percent, as the first number of each point */
function nearest(points: readonly (readonly number[])[], at: number): number {
  const next = points.findIndex(([x = 0]) => x >= at);
  if (next === -1) return points.length - 1;
  const isCloser = next > 0 && at - (points[next - 1]?.[0] ?? 0) < (points[next]?.[0] ?? 0) - at;
  return isCloser ? next - 1 : next;
}
