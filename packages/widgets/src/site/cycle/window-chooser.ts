import { type CycleWindow, formatLongDay, type Language } from "peak-cycle-drawing";
import { element } from "../../shared/dom.js";
import { stepOf } from "../../shared/steps.js";
import { dateOf } from "./days.js";

/** The least window in days, and how near an end of it a finger has to be to move it, in px. */
const [LEAST_DAYS, GRIP_PX] = [28, 18];

interface ChooserOptions {
  /** The first and the last day there are. */
  readonly from: number;
  readonly to: number;
  readonly language: Language;
  /** The window now. */
  readonly shown: () => CycleWindow;
  readonly show: (window: CycleWindow) => void;
}

type End = "from" | "to";

/**
 * Moves the window of the overview: as a whole, by one of its ends, or anew; the ends by keyboard too, a week a step.
 *
 * @returns to be called after the window has changed
 */
export function chooseWindow(on: HTMLElement, options: ChooserOptions): () => void {
  const { from: first, to: last, language, shown, show } = options;
  const inside = (day: number) => Math.round(Math.max(first, Math.min(last, day)));
  const limited = (from: number, to: number) => ({ from: inside(from), to: inside(to) }) as CycleWindow;
  const moved = (end: End, day: number) => {
    const { from, to } = shown();
    return end === "from"
      ? limited(Math.min(day, to - LEAST_DAYS), to)
      : limited(from, Math.max(day, from + LEAST_DAYS));
  };
  const sliders = (["from", "to"] as const).map((end) => {
    const slider = on.appendChild(element("span"));
    slider.tabIndex = 0;
    slider.role = "slider";
    slider.ariaLabel = on.dataset[end] ?? "";
    slider.ariaValueMin = `${first}`;
    slider.ariaValueMax = `${last}`;
    slider.addEventListener("keydown", (event) => {
      const step = stepOf(event);
      if (step === undefined) return;
      event.preventDefault();
      show(moved(end, inside(shown()[end] + 7 * step)));
    });
    return [end, slider] as const;
  });

  let drag: ((day: number) => CycleWindow) | undefined;
  const dayAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = on.getBoundingClientRect();
    return first + ((last - first) * (clientX - left)) / width;
  };
  const begin = (start: number): typeof drag => {
    const { from, to } = shown();
    const near = (GRIP_PX * (last - first)) / on.clientWidth;
    if (Math.abs(start - from) < near) return (day) => moved("from", day);
    if (Math.abs(start - to) < near) return (day) => moved("to", day);
    const isInside = start > from && start < to && to - from < last - first;
    if (!isInside)
      return (day) => limited(Math.min(start, day), Math.max(start, day, Math.min(start, day) + LEAST_DAYS));
    return (day) => {
      const by = Math.max(first - from, Math.min(last - to, day - start));
      return limited(from + by, to + by);
    };
  };
  on.addEventListener("pointerdown", (event) => {
    drag = begin(dayAt(event));
    on.setPointerCapture(event.pointerId);
  });
  on.addEventListener("pointermove", (event) => {
    if (drag !== undefined) show(drag(dayAt(event)));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    on.addEventListener(end, () => {
      drag = undefined;
    });
  }

  const place = (): void => {
    for (const [each, slider] of sliders) {
      const day = shown()[each];
      slider.style.left = `${(100 * (day - first)) / (last - first)}%`;
      slider.ariaValueNow = `${day}`;
      slider.ariaValueText = formatLongDay(dateOf(day), language);
    }
  };
  place();
  return place;
}
