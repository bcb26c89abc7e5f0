import {
  CSS_VARIABLES,
  type CycleChartData,
  cycleScale,
  fillOf,
  formatLongDay,
  formatScore,
  formatUsd,
  type Language,
  translate,
} from "peak-cycle-drawing";
import { element } from "../../shared/dom.js";
import { dateOf, stepOf } from "./days.js";

export type ReadingWords = Readonly<Record<"price" | "score" | "phase" | "since", string>>;

interface ReadingOptions {
  readonly language: Language;
  readonly words: ReadingWords;
  /** Price in USD with which that of a point is compared. */
  readonly newest: number;
}

/** From so many times the price on, percent are hard to read. */
const MULTIPLES = 10;

/**
 * Reads one point of the long chart at a time by pointer, finger and keyboard: a line, a dot on each curve, and what they say.
 * A reading by finger stays until the next tap or Escape.
 */
export class PointReader {
  private data: CycleChartData | undefined;
  private scale: ReturnType<typeof cycleScale> | undefined;
  private current = 0;
  private readonly line = element("i");
  private readonly price = element("b");
  private readonly score = element("b");
  private readonly said = element("p");
  private readonly plot: HTMLElement;
  private readonly options: ReadingOptions;

  constructor(plot: HTMLElement, options: ReadingOptions) {
    this.plot = plot;
    this.options = options;
    plot.append(...this.marks);
    plot.tabIndex = 0;
    plot.role = "slider";
    plot.ariaLabel = plot.dataset["name"] ?? "";
    plot.setAttribute("aria-description", plot.dataset["keys"] ?? "");
    plot.ariaValueMin = "0";
    this.listen();
  }

  /** Begins anew with what the chart shows now. */
  show(data: CycleChartData): void {
    this.data = data;
    this.scale = cycleScale(data);
    this.current = data.points.length - 1;
    this.hide();
    this.tell();
  }

  private get marks(): readonly HTMLElement[] {
    return [this.line, this.price, this.score, this.said];
  }

  private get points(): CycleChartData["points"] {
    return this.data?.points ?? [];
  }

  private hide(): void {
    for (const mark of this.marks) mark.hidden = true;
  }

  private listen(): void {
    const { plot } = this;
    const follow = ({ clientX }: PointerEvent) => {
      const { left, width } = plot.getBoundingClientRect();
      this.read(this.nearest((clientX - left) / width));
    };
    plot.addEventListener("pointermove", follow);
    plot.addEventListener("pointerdown", follow);
    // A finger covers what it points at, so what it read stays when it is lifted; and keyboard users go on reading.
    plot.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType === "mouse" && !plot.matches(":focus-visible")) this.hide();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!plot.contains(target as Node)) this.hide();
    });
    plot.addEventListener("blur", () => this.hide());
    plot.addEventListener("focus", () => {
      if (plot.matches(":focus-visible")) this.read(this.current);
    });
    plot.addEventListener("keydown", (event) => {
      const step = stepOf(event);
      if (event.key === "Escape") this.hide();
      if (step === undefined) return;
      event.preventDefault();
      this.read(this.current + step);
    });
  }

  /** @param at from the left, as a share of the plot */
  private nearest(at: number): number {
    const { points, scale } = this;
    const distance = (index: number) => Math.abs((scale?.x(points[index]?.day ?? 0) ?? 0) - at);
    const next = points.findIndex(({ day }) => (scale?.x(day) ?? 0) >= at);
    if (next < 1) return next === 0 ? 0 : points.length - 1;
    return distance(next - 1) < distance(next) ? next - 1 : next;
  }

  private read(index: number): void {
    const { points, scale, line, price, score, said } = this;
    this.current = Math.max(0, Math.min(points.length - 1, index));
    const point = points[this.current];
    if (point === undefined || scale === undefined) return;
    const { day, priceUsd, phase } = point;
    for (const mark of this.marks) mark.hidden = false;
    const share = scale.x(day);
    for (const mark of [line, price, score]) mark.style.left = `${100 * share}%`;
    price.style.top = `${100 * scale.priceY(priceUsd)}%`;
    price.style.borderColor = phase === undefined ? "" : CSS_VARIABLES[fillOf(phase)];
    score.style.top = `${100 * scale.scoreY(point.score ?? 0)}%`;
    score.hidden = point.score === undefined;
    const rows = this.reading().map(([name, value], i) => {
      const strong = element("strong", value);
      if (i === 2 && phase !== undefined) strong.className = phase;
      return element("span", element("small", name), strong);
    });
    said.replaceChildren(element("strong", this.date()), ...rows);
    // Beside the line, on the side that has room.
    said.className = share > 0.5 ? "before" : "";
    said.style.setProperty("--at", `${100 * (share > 0.5 ? 1 - share : share)}%`);
    // The labels of highs stand at the top, where a reading of one would hide its own.
    said.style.setProperty("--top", scale.priceY(priceUsd) < 0.33 ? "31%" : "4%");
    this.tell();
  }

  /** For assistive technology. */
  private tell(): void {
    const { plot, points, current } = this;
    plot.ariaValueMax = `${points.length - 1}`;
    plot.ariaValueNow = `${current}`;
    plot.ariaValueText = [this.date(), ...this.reading().map((parts) => parts.join(" "))].join(", ");
  }

  private date(): string {
    return formatLongDay(dateOf(this.points[this.current]?.day ?? 0), this.options.language);
  }

  private reading(): readonly (readonly [name: string, value: string])[] {
    const { language, words, newest } = this.options;
    const point = this.points[this.current];
    if (point === undefined) return [];
    const { priceUsd, score, phase } = point;
    const since = newest / priceUsd;
    const digits = { maximumFractionDigits: Math.abs(since - 1) < 0.1 ? 1 : 0 };
    const percent = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero", ...digits });
    return [
      [words.price, formatUsd(priceUsd, language)],
      [words.score, score === undefined ? "–" : formatScore(score, language)],
      [words.phase, phase === undefined ? "–" : translate(phase, language)],
      [words.since, since < MULTIPLES ? percent.format(since - 1) : `×${Math.round(since)}`],
    ];
  }
}
