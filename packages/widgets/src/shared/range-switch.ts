/** The switch of a chart between its ranges: buttons over the names that the drawing shows. */
import { CHART_RANGES, type ChartRange, type ChartView, chartPlace, type Language } from "peak-cycle-drawing";
import { element, placeOver, setAttributes } from "./dom.js";
import { PUBLISHER } from "./publisher.js";

/**
 * @param defaultRange the range of the host's attribute: it applies until readers choose one, and again when it changes
 * @param redraw called when readers have chosen
 */
export function rangeSwitch(defaultRange: () => ChartRange, redraw: () => void): RangeSwitch {
  let choice: ChartRange;
  let before: ChartRange | undefined;

  const buttons = CHART_RANGES.map((range) => {
    const button = element("button");
    button.onclick = () => {
      choice = range;
      redraw();
    };
    return button;
  });

  const range = (): ChartRange => {
    const now = defaultRange();
    if (now !== before) choice = now;
    before = now;
    return choice;
  };

  return {
    buttons,
    range,
    refresh(view, language, width, room) {
      const { switches, height } = chartPlace(view, width, language, PUBLISHER, room);
      buttons.forEach((button, i) => {
        const place = switches[i];
        button.hidden = !place;
        if (!place) return;
        placeOver(button, place.x, place.y, place.width, place.height, width, height);
        setAttributes(button, { "aria-label": place.name, "aria-pressed": `${place.range === view.range}` });
      });
    },
  };
}

interface RangeSwitch {
  readonly buttons: readonly HTMLElement[];
  range(): ChartRange;
  /**
   * Call it before each drawing. Without a switch in the drawing there are no buttons.
   *
   * @param room available height, in px of the drawing
   */
  refresh(view: ChartView, language: Language, width: number, room?: number): void;
}
