import {
  type Asset,
  type ColorTokens,
  dayText,
  type Language,
  plotOf,
  type ShownDay,
  type Tree,
  titleOf,
  tree,
} from "peak-cycle-drawing";
import { draw, element } from "./shared/dom.js";

/**
 * A slider over a chart that shows one day at a time by pointer, finger and keyboard: a crosshair in the drawing, and the
 * day as a text.
 *
 * @param chart the drawing that is shown
 * @param onChange called after each change that is no refresh
 */
export function crosshair(chart: () => SVGSVGElement | null | undefined, onChange: () => void): Crosshair {
  const slider = draw(tree("span", { role: "slider", tabindex: 0, "aria-valuemin": 1 })) as HTMLElement;
  let days: readonly ShownDay[] = [];
  let language: Language = "en";
  let asset: Asset | undefined;
  let index = Number.POSITIVE_INFINITY; // the newest day, however many there are
  let isOpen = false;

  const update = (next: number): void => {
    const drawing = chart();
    const at = Math.min(next, days.length - 1);
    const day = days[at];
    slider.hidden = !day;
    if (!day || !drawing) return;
    index = at;
    const text = dayText(day, language);
    slider.ariaValueNow = `${index + 1}`;
    slider.ariaValueText = text;
    const plot = plotOf(drawing.viewBox.baseVal.width, asset);
    const lines = crosshairLines(drawing.viewBox.baseVal, plot, day, index, days.length);
    slider.replaceChildren(...(isOpen ? [draw(lines), element("p", text)] : []));
  };

  const show = (next: number, isNowOpen = true): void => {
    isOpen = isNowOpen;
    update(next);
    onChange();
  };

  slider.onpointermove = slider.onpointerdown = ({ clientX }) => {
    const drawing = chart();
    if (drawing) show(nearestDay(clientX, drawing, days.length));
  };
  // A finger covers what it points at, so the text stays when it is lifted; and keyboard users go on reading.
  slider.onpointerleave = ({ pointerType }) =>
    pointerType === "mouse" && !slider.matches(":focus") && show(index, false);
  slider.onfocus = () => show(index);
  slider.onblur = () => show(index, false);
  slider.onkeydown = (event) => {
    const next = dayAfterKey(event, index, days.length);
    if (next !== undefined) {
      event.preventDefault();
      show(next);
    } else if (event.key === "Escape") show(index, false);
  };

  return {
    element: slider,
    refresh(newDays, newLanguage, newAsset) {
      days = newDays;
      language = newLanguage;
      asset = newAsset;
      slider.ariaLabel = `${titleOf(asset, language)} · UTC`;
      slider.ariaValueMax = `${days.length}`;
      update(index);
    },
  };
}

/** Lets readers step through the days of a chart. */
interface Crosshair {
  /** To be laid on the chart. */
  readonly element: HTMLElement;
  /** After each new drawing. Without days it is hidden. */
  refresh(days: readonly ShownDay[], language: Language, asset?: Asset): void;
}

/** CSS rules of a crosshair. It covers the section in which it stands. */
export function crosshairStyles({ background, text, border }: ColorTokens): string {
  return `section{position:relative}span{position:absolute;inset:0;touch-action:pan-y}span p{position:absolute;inset:4px 4px auto;padding:6px 8px;border:1px solid ${border};border-radius:6px;background:${background};color:${text}}`;
}

/**
 * A line and a point at a day, in a drawing that is laid over a chart.
 *
 * @param box the chart's view box, in px of the drawing
 * @param index of the day, 0 for the oldest of `count`
 */
function crosshairLines(
  { width, height }: DOMRect,
  { top, bottom, x, y }: ReturnType<typeof plotOf>,
  { score }: ShownDay,
  ...[index, count]: [number, number]
): Tree {
  const at = x(index, count);
  return tree(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}` },
    tree("path", { d: `M${at} ${top}V${bottom}`, stroke: "currentColor", "stroke-dasharray": 2 }),
    tree("circle", { cx: at, cy: y(score), r: 4, fill: "currentColor" }),
  );
}

/**
 * The day at which a pointer is.
 *
 * @param clientX of the pointer, in px of the window
 * @param drawing the chart, at any scale
 * @returns index of the nearest of `count` days, 0 for the oldest
 */
function nearestDay(clientX: number, drawing: SVGSVGElement, count: number): number {
  const { left, width } = drawing.getBoundingClientRect();
  const drawn = drawing.viewBox.baseVal.width;
  const plot = plotOf(drawn);
  const share = (((clientX - left) * drawn) / width - plot.left) / (plot.right - plot.left);
  return Math.round(Math.max(0, Math.min(1, share)) * (count - 1));
}

/** How far each key goes, in days; a page is a week. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -99,
  End: 99,
};

/**
 * The day that a key leads to.
 *
 * @param index of the present day, 0 for the oldest of `count`
 * @returns `undefined` for other keys, also together with Ctrl, Alt or Meta: those belong to the browser
 */
function dayAfterKey(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  index: number,
  count: number,
): number | undefined {
  const step = STEPS[key];
  if (step === undefined || ctrlKey || altKey || metaKey) return undefined;
  return Math.max(0, Math.min(count - 1, index + step));
}
