/** Reading the days of a chart for other people's pages, in the script and in the page for frames. */

import {
  type ChartDay,
  type ChartView,
  type ColorTokens,
  daysPlot,
  dayText,
  type Language,
  panelsHeight,
  titleOf,
} from "peak-cycle-drawing";
import { element } from "./dom.js";
import { pointReader } from "./point-reader.js";

/** @param onChange called after each change that is no refresh */
export function daysReader(onChange?: () => void): DaysReader {
  const slider = element("span");
  const reader = pointReader(slider, onChange);
  return {
    element: slider,
    refresh(view, { width, top = 0 }, language) {
      const { points, x, priceY, scoreY } = daysPlot(view, width);
      const height = top + panelsHeight(width);
      slider.ariaLabel = `${titleOf(view.asset, language)} · UTC`;
      const at = (index: number) => points[index] as ChartDay;
      const say = (index: number) => dayText(at(index), language);
      slider.hidden = points.length < 1;
      reader.refresh({
        count: points.length,
        x: (index) => x(index) / width,
        y: (index) => [
          view.asset === "crypto" ? undefined : (top + priceY(Number(at(index).priceUsd))) / height,
          (top + scoreY(at(index).score)) / height,
        ],
        say,
        show: (index, box) => box.replaceChildren(say(index)),
      });
    },
  };
}

interface DaysReader {
  /** To be laid on the chart. */
  readonly element: HTMLElement;
  /** After each new drawing. Without days it is hidden. @param size in px; the panels begin at `top` */
  refresh(view: ChartView, size: { readonly width: number; readonly top?: number }, language: Language): void;
}

/** CSS rules. The slider covers the section in which it stands. */
export function readerStyles({ background, text, border }: ColorTokens): string {
  return `section{position:relative}span{position:absolute;inset:0;touch-action:pan-y}[hidden]{display:none}span i,span b{position:absolute;pointer-events:none}span i{top:0;bottom:0;border-left:1px dashed ${text}}span b{width:5px;height:5px;margin:-5px;border:3px solid ${text};border-radius:9px;background:${background}}span p{position:absolute;inset:4px 4px auto;padding:6px 8px;border:1px solid ${border};border-radius:6px;background:${background};color:${text}}`;
}
