/** Selects one day of a chart at a time by pointer, touch and keyboard, in the chart script and in the iframe page. */
import {
  type ChartDay,
  type ChartView,
  chartPlace,
  chartPlot,
  dayText,
  type Language,
  nameOf,
} from "peak-cycle-drawing";
import { element, placeOver, setAttributes } from "./dom.js";
import { PUBLISHER } from "./publisher.js";
import { stepOf } from "./steps.js";

/**
 * A slider over the plot of a chart. The drawing itself shows the selected day; one selected by touch stays until the
 * next tap or Escape.
 *
 * @param redraw called when the selection may have changed
 */
export function daysReader(redraw: () => void): DaysReader {
  const slider = element("span");
  let days: readonly ChartDay[] = [];
  let index = Number.POSITIVE_INFINITY; // the newest day, however many there are
  let isOpen = false;

  const place = (target: number) => Math.max(0, Math.min(days.length - 1, target));
  const read = (target = index, isNowOpen = true): void => {
    isOpen = isNowOpen;
    index = place(target);
    redraw();
  };
  const hide = () => read(index, false);

  slider.onpointermove = slider.onpointerdown = ({ clientX }) => {
    const { left, width } = slider.getBoundingClientRect();
    read(Math.round(((clientX - left) / width) * (days.length - 1)));
  };
  // A finger covers what it points at, so its selection is kept after it is lifted, like a keyboard user's.
  slider.onpointerleave = ({ pointerType }) => {
    if (pointerType === "mouse" && !slider.matches(":focus-visible")) hide();
  };
  slider.onfocus = () => {
    if (slider.matches(":focus-visible")) read();
  };
  // Not before the focus has moved: the drawing that is replaced may have the link to which it moves.
  slider.onblur = () => setTimeout(hide);
  slider.onkeydown = (event) => {
    const step = stepOf(event);
    if (step) {
      event.preventDefault();
      read(place(index) + step);
    } else if (event.key === "Escape") hide();
  };

  return {
    slider,
    state: () => isOpen && place(index),
    refresh(view, language, width, height) {
      const { left, top, bottom, height: total, ...area } = chartPlace(view, width, language, PUBLISHER, height);
      const plot = chartPlot(view, area.width, bottom - top, language);
      days = plot.points;
      const day = days[place(index)];
      slider.hidden = !day;
      if (!day) return undefined;
      placeOver(slider, left, top, plot.width, bottom - top, width, total);
      setAttributes(slider, {
        tabindex: 0,
        role: "slider",
        "aria-label": `${nameOf(view.asset, language)} · UTC`,
        "aria-valuemin": 1,
        "aria-valuemax": days.length,
        "aria-valuenow": place(index) + 1,
        "aria-valuetext": dayText(day, language, plot.isCycle),
      });
      return isOpen ? place(index) : undefined;
    },
  };
}

interface DaysReader {
  readonly slider: HTMLElement;
  /** Changes with the selection. */
  state(): unknown;
  /**
   * Call it before each drawing. Without days the slider is hidden.
   *
   * @returns index of the selected day
   */
  refresh(view: ChartView, language: Language, width: number, height?: number): number | undefined;
}
