/** The positions of a chart's panels, and of the days, scores and prices in them. */
import { HALVING_DATES } from "peak-cycle-model";
import { type AttributionParts, type CreditRow, creditHeight, creditRows, linkTo } from "./attribution.js";
import { type ChartDay, type ChartRange, type ChartView, daysBetween, type Stamp, withCurrent } from "./chart-data.js";
import { clockText } from "./head.js";
import { formatUsd, type Language, pickTranslation } from "./locale.js";
import { RANGE_NAMES, SOURCES } from "./locales/words.js";
import { isSmall, LIKELY, padding, roundToTenth, textWidth } from "./svg.js";

/** The parts of a chart, in px from its top left corner. */
export interface ChartPlace {
  readonly left: number;
  /** Width of the panels with the labels to their right. */
  readonly width: number;
  /** Baseline of the title. */
  readonly titleY: number;
  /** The top of the score's panel, and the axis below the price's. */
  readonly top: number;
  readonly bottom: number;
  /** The options of the switch. */
  readonly switches: readonly SwitchPlace[];
  readonly rows: readonly CreditRow[];
  /** Height of the whole chart. */
  readonly height: number;
}

export interface SwitchPlace {
  readonly range: ChartRange;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** @param room available height, in px: if the chart needs more, its panels shrink */
export function chartPlace(
  view: ChartView,
  width: number,
  language: Language,
  credit: AttributionParts,
  room = 9999,
): ChartPlace {
  const small = isSmall(width);
  const left = padding(width);
  const head = headHeight(width);
  // In the narrowest charts the title is below the switch.
  const titleY = head + (small && view.hasSwitch ? 45 : 19);
  const top = titleY + 17;
  const link = `${credit[2].replace(/\/*$/, "")}/attribution`;
  const linkText = pickTranslation(SOURCES, language);
  const sources = view.asset === "crypto" ? undefined : linkTo(link, linkText);
  const rows = creditRows(credit, width, view.stamp ?? [clockText(view.now), CLOCK], sources, sources && linkText);
  const rest = DATES + creditHeight(rows);
  const bottom = Math.max(top + 100, Math.min(top + panelsHeight(width), room - rest));
  const switches = view.hasSwitch ? switchPlaces(width, language, head + 4) : [];
  return { left, width: width - 2 * left, titleY, top, bottom, switches, rows, height: bottom + rest };
}

/** Number of characters of a time. */
export const CLOCK = 9;

/** The line below a chart's head. */
export function headHeight(width: number): number {
  return isSmall(width) ? 73 : 89;
}

/** Height in px of the dates below the axis. */
const DATES = 25;

/** Height in px of a chart's panels. */
function panelsHeight(width: number): number {
  return width < 420 ? 209 : width < 900 ? 232 : 380;
}

/** Height in px of a chart `width` px wide. @param stamp of a picture */
export function chartHeight(width: number, language: Language, credit: AttributionParts, stamp?: Stamp): number {
  return chartPlace({ now: undefined, days: [], hasSwitch: !stamp, stamp }, width, language, credit).height;
}

function switchPlaces(width: number, language: Language, y: number): readonly SwitchPlace[] {
  const places = Object.entries(RANGE_NAMES).map(([range, texts]) => {
    const name = pickTranslation(texts, language);
    return { range: range as ChartRange, name, y, height: 22, width: Math.round(textWidth(name, 12) + 16) };
  });
  let x = isSmall(width) ? padding(width) : width - padding(width) - places.reduce((sum, one) => sum + one.width, 0);
  return places.map((place) => {
    x += place.width;
    return { ...place, x: x - place.width };
  });
}

/** Positions in px, from the top left corner of the panels. */
export interface ChartPlot {
  /** Days or weeks, ending with the current score, which replaces the row of its day. */
  readonly points: readonly ChartDay[];
  readonly isCycle: boolean;
  /** Excludes the labels to the right. */
  readonly width: number;
  /** The width for the labels, with the space before them. */
  readonly margin: number;
  readonly scoreBottom: number;
  /** The axis. */
  readonly bottom: number;
  readonly isNarrow: boolean;
  /** The x of the point with that index. */
  x(index: number): number;
  /** The x of a day between two weeks. @param date YYYY-MM-DD */
  xAt(date: string): number;
  scoreY(score: number): number;
  /** Missing for crypto, which has no price, where there is no room, and where there will be no history for now. */
  readonly priceY: ((usd?: number) => number) | undefined;
  /** Days of halvings, YYYY-MM-DD. */
  readonly halvings: readonly string[];
}

/** The days are shown until the weeks have arrived, or until it is known that there are none yet. */
function showsCycle({ range, state, weekly }: ChartView): boolean {
  return range === "cycle" && !(state === "loading" && !weekly);
}

/** @param total width in px, including the labels to the right @param height of the panels, in px */
export function chartPlot(view: ChartView, total: number, height: number, language: Language): ChartPlot {
  const { asset, days, now, state, weekly } = view;
  const isNarrow = total < 388;
  const isCycle = showsCycle(view);
  const past = (isCycle ? weekly?.weeks : days) ?? [];
  const points = withCurrent(past, now);
  const hasPrice = asset !== "crypto" && height > 150 && !!(past[0] || state === "loading");
  const prices = points.map(({ priceUsd = 1 }) => (isCycle ? Math.log(priceUsd) : priceUsd));
  const low = Math.min(...prices);
  const range = Math.max(...prices) - low;
  const price = formatUsd((points.at(-1) ?? now)?.priceUsd ?? 0, language, true);
  const margin = isNarrow ? Math.max(60, Math.ceil(12 + LIKELY * textWidth(price, 11.5))) : 104;
  const width = total - margin;
  const scoreBottom = hasPrice ? Math.round((height - 22) * 0.67) : height;
  // The label of the high is above the line, the label of the low below it.
  const [ceiling, floor] = [scoreBottom + 33, height - (isNarrow || isCycle ? 4 : 17)];
  const priceY = (usd = 1) => {
    const share = range ? ((isCycle ? Math.log(usd) : usd) - low) / range : 0.5;
    return roundToTenth(floor - share * (floor - ceiling));
  };
  const x = (index: number) => roundToTenth((index * (width - 1)) / (points.length - 1 || 1) + 0.5);
  const first = points[0]?.date ?? "";
  return {
    points,
    isCycle,
    width,
    margin,
    scoreBottom,
    bottom: height,
    isNarrow,
    x,
    xAt: (other) => x(Math.min(points.length - 1, daysBetween(first, other) / 7)),
    scoreY: (score) => roundToTenth(scoreBottom - (score * scoreBottom) / 100),
    priceY: hasPrice ? priceY : undefined,
    halvings: isCycle ? HALVING_DATES.filter((day) => day > first) : [],
  };
}
