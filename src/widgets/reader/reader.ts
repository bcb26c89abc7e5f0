import type { Language } from "../../chart/language.js";
import type { Day } from "../../chart/reading.js";
import { dayText } from "../../chart/sentences.js";
import { tree } from "../../chart/tree.js";
import { draw } from "../chart/draw.js";
import { element } from "../shared/element.js";
import { cursor } from "./cursor.js";
import { nearestDay } from "./nearest-day.js";
import { stepByKey } from "./step-by-key.js";

/** Reads single days of a chart to those who point at it or move along it. */
export interface Reader {
  /** To be laid on the chart. */
  readonly element: HTMLElement;
  /** After each new drawing. Without days there is nothing to read. */
  refresh(days: readonly Day[], language: Language): void;
}

/**
 * Reads the days by pointer, finger and keyboard: a slider with a cursor line and the day in words.
 *
 * @param chart the drawing that is shown
 * @param settle called after each change that is no refresh
 */
export function reader(chart: () => SVGSVGElement | null | undefined, settle: () => void): Reader {
  const slider = draw(
    tree("span", { role: "slider", tabindex: 0, "aria-label": "Bitcoin · UTC", "aria-valuemin": 1 }),
  ) as HTMLElement;
  let days: readonly Day[] = [];
  let language: Language = "en";
  let index = Number.POSITIVE_INFINITY; // at the newest, however many there are
  let isOpen = false;

  const read = (next: number): void => {
    const drawing = chart();
    const at = Math.min(next, days.length - 1);
    const day = days[at];
    slider.hidden = !day;
    if (!day || !drawing) return;
    index = at;
    const text = dayText(day, language);
    slider.ariaValueNow = `${index + 1}`;
    slider.ariaValueText = text;
    const mark = cursor(drawing.viewBox.baseVal, day, index, days.length);
    slider.replaceChildren(...(isOpen ? [draw(mark), element("p", text)] : []));
  };

  const show = (next: number, isNowOpen = true): void => {
    isOpen = isNowOpen;
    read(next);
    settle();
  };

  slider.onpointermove = slider.onpointerdown = ({ clientX }) => {
    const drawing = chart();
    if (drawing) show(nearestDay(clientX, drawing, days.length));
  };
  // A finger covers what it points at, so the words stay when it is lifted; and whoever uses the keys goes on.
  slider.onpointerleave = ({ pointerType }) =>
    pointerType === "mouse" && !slider.matches(":focus") && show(index, false);
  slider.onfocus = () => show(index);
  slider.onblur = () => show(index, false);
  slider.onkeydown = (event) => {
    const next = stepByKey(event, index, days.length);
    if (next !== undefined) {
      event.preventDefault();
      show(next);
    } else if (event.key === "Escape") show(index, false);
  };

  return {
    element: slider,
    refresh(newDays, newLanguage) {
      days = newDays;
      language = newLanguage;
      slider.ariaValueMax = `${days.length}`;
      read(index);
    },
  };
}
