import { element } from "./dom.js";
import { stepOf } from "./steps.js";

/** The points that a reader reads, first to last; places are shares of the width and height of its plot. */
export interface Readable {
  readonly count: number;
  readonly x: (index: number) => number;
  /** Of the price and of the score, where there is one. */
  readonly y: (index: number) => readonly [price: number | undefined, score: number | undefined];
  /** For assistive technology. */
  readonly say: (index: number) => string;
  /** Writes what a point says into the box, which stands at `x`. */
  readonly show: (index: number, box: HTMLElement) => void;
}

/**
 * Reads one point of a chart at a time by pointer, finger and keyboard: a line, a dot on each curve, and what they say. A reading by
 * finger stays until the next tap or Escape.
 *
 * @param plot lies over the chart and becomes a slider @param onChange called after each change that is no `refresh`
 */
export function pointReader(plot: HTMLElement, onChange = () => {}): PointReader {
  const [line, price, score, box] = [element("i"), element("b"), element("b"), element("p")] as const;
  const marks = [line, price, score, box];
  let points: Readable | undefined;
  let current = Number.POSITIVE_INFINITY; // the newest, however many there are
  let isOpen = false;
  plot.append(...marks);
  plot.tabIndex = 0;
  plot.role = "slider";
  plot.ariaValueMin = "1";

  const place = (index: number) => Math.max(0, Math.min((points?.count ?? 1) - 1, index));

  const draw = (): void => {
    const count = points?.count ?? 0;
    const index = place(current);
    for (const mark of marks) mark.hidden = !isOpen || !count;
    if (!points || !count) return;
    const at = points.x(index);
    const [priceY, scoreY] = points.y(index);
    for (const mark of [line, price, score]) mark.style.left = `${100 * at}%`;
    price.style.top = `${100 * (priceY ?? -9)}%`;
    score.style.top = `${100 * (scoreY ?? -9)}%`;
    if (isOpen) points.show(index, box);
    plot.ariaValueMax = `${count}`;
    plot.ariaValueNow = `${index + 1}`;
    plot.ariaValueText = points.say(index);
  };

  const read = (index = current, isNowOpen = true): void => {
    isOpen = isNowOpen;
    current = place(index);
    draw();
    onChange();
  };

  const hide = () => read(current, false);

  plot.onpointermove = plot.onpointerdown = ({ clientX }) => {
    const { left, width } = plot.getBoundingClientRect();
    const share = (clientX - left) / width;
    const { count = 0, x = Number } = points ?? {};
    let nearest = 0;
    for (let i = 1; i < count; i++) if (Math.abs(x(i) - share) < Math.abs(x(nearest) - share)) nearest = i;
    read(nearest);
  };
  // A finger covers what it points at, so what it read stays when it is lifted; and keyboard users go on reading.
  plot.onpointerleave = ({ pointerType }) => pointerType === "mouse" && !plot.matches(":focus-visible") && hide();
  plot.onfocus = () => plot.matches(":focus-visible") && read();
  plot.onblur = hide;
  plot.onkeydown = (event) => {
    const step = stepOf(event);
    if (step) {
      event.preventDefault();
      read(place(current) + step);
    } else if (event.key === "Escape") hide();
  };

  return {
    hide,
    refresh(newPoints, newPlace = current) {
      points = newPoints;
      current = newPlace;
      draw();
    },
  };
}

export interface PointReader {
  hide(): void;
  /** After each new drawing. @param place where to go on, 0 for the first; by default at the same place */
  refresh(points: Readable, place?: number): void;
}
