/**
 * Selects points of the whole-cycle chart by pointer, touch and keyboard: a line and two dots in the plot, and the
 * values in place of the title. A point selected by touch stays until the next tap outside or Escape.
 */
import {
  type CycleChartData,
  type CyclePoint,
  cycleScale,
  formatScore,
  formatShortDate,
  formatUsd,
  languageOf,
  phaseAt,
  translate,
} from "peak-cycle-drawing";
import { element, setAttributes } from "../../shared/dom.js";
import { stepOf } from "../../shared/steps.js";

const DAY_MS = 86_400_000;

export function readChart(): void {
  const data = document.querySelector("#points")?.textContent;
  const plot = document.querySelector<HTMLElement>(".plot > div");
  const title = document.querySelector<HTMLElement>("#reading");
  if (data && plot && title) read(JSON.parse(data) as CycleChartData, plot, title);
}

function read(data: CycleChartData, plot: HTMLElement, title: HTMLElement): void {
  const { points } = data;
  const scale = cycleScale(data);
  const language = languageOf(document.documentElement.lang);
  const [line, price, score] = [element("i"), element("b"), element("b")] as const;
  const marks = [line, price, score];
  let current = points.length - 1;
  plot.append(...marks);
  setAttributes(plot, {
    tabindex: 0,
    role: "slider",
    "aria-label": plot.dataset["name"],
    "aria-description": plot.dataset["keys"],
    "aria-valuemin": 1,
    "aria-valuemax": points.length,
  });

  const show = (isOpen: boolean): void => {
    for (const mark of [...marks, title]) mark.hidden = !isOpen;
    const { day, priceUsd, score: value } = points[current] as CyclePoint;
    const phase = phaseAt(value);
    const date = formatShortDate(new Date(DAY_MS * day).toISOString().slice(0, 10), language);
    const values = [formatUsd(priceUsd, language), formatScore(value, language), translate(phase, language)];
    setAttributes(plot, { "aria-valuenow": current + 1, "aria-valuetext": [date, ...values].join(", ") });
    if (!isOpen) return;
    const parts = values.map((each) => element("b", each));
    parts.at(-1)?.classList.add(phase);
    title.replaceChildren(element("span", date), ...parts);
    score.className = phase;
    for (const mark of marks) mark.style.left = `${100 * scale.x(day)}%`;
    price.style.top = `${100 * scale.priceY(priceUsd)}%`;
    score.style.top = `${100 * scale.scoreY(value)}%`;
  };

  const go = (index: number): void => {
    current = Math.max(0, Math.min(points.length - 1, index));
    show(true);
  };

  plot.onpointermove = plot.onpointerdown = ({ clientX }) => {
    const { left, width } = plot.getBoundingClientRect();
    const share = (clientX - left) / width;
    const far = (index: number) => Math.abs(scale.x(points[index]?.day ?? 0) - share);
    go(points.reduce((nearest, _, i) => (far(i) < far(nearest) ? i : nearest), 0));
  };
  // A finger covers what it points at, so its selection is kept after it is lifted.
  plot.onpointerleave = ({ pointerType }) => {
    if (pointerType === "mouse" && !plot.matches(":focus-visible")) show(false);
  };
  document.addEventListener("pointerdown", ({ target }) => {
    if (!plot.contains(target as Node)) show(false);
  });
  plot.onfocus = () => plot.matches(":focus-visible") && show(true);
  plot.onblur = () => show(false);
  plot.onkeydown = (event) => {
    const step = stepOf(event);
    if (step) {
      event.preventDefault();
      go(current + step);
    } else if (event.key === "Escape") show(false);
  };
  show(false);
}
