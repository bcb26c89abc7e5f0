import { utcDay } from "../../domain/instant.js";
import { roundToTenth } from "../svg.js";

/** What the chart of the track record shows: plain data, days as `2026-11-21`. */
export interface RecordChartData {
  /** One a week, oldest first. */
  readonly points: readonly RecordPoint[];
  /** The turning points of the cycles, highs and lows, oldest first. */
  readonly turns: readonly RecordTurn[];
  /** Oldest first. */
  readonly periods: readonly RecordPeriod[];
}

export interface RecordPoint {
  readonly day: string;
  readonly priceUsd: number;
  /** 0..100; missing before the first score. */
  readonly score: number | undefined;
  readonly smoothed: number | undefined;
}

export interface RecordTurn {
  readonly kind: "high" | "low";
  readonly day: string;
  readonly priceUsd: number;
  /** 0..100; missing before the first score. */
  readonly score: number | undefined;
}

interface RecordPeriod {
  readonly key: "early" | "development" | "later";
  /** Its first day. */
  readonly from: string;
}

/** From this width on dates are whole and phases are named inside their bands. */
const WIDE_FROM = 600;

/** Room on the price axis, in powers of ten, below the lowest price and for labels above the highest. */
const BELOW = 0.15;
const ABOVE = { wide: 0.5, narrow: 1.6 } as const;

/** Rows of text in px: the periods and the title of the price; the title of the score; the years. */
const HEAD = 46;
const BETWEEN = 34;
const AXIS = 22;
/** Height of the legend below the years, which in a narrow drawing names the five phases too. */
const LEGEND = { wide: 30, narrow: 98 } as const;

/** The geometry of the record at a width in px. @throws RangeError without points */
export function recordLayout({ points, turns }: Pick<RecordChartData, "points" | "turns">, width: number) {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("a record without points cannot be drawn");
  const isNarrow = width < WIDE_FROM;
  const left = isNarrow ? 34 : 44;
  const right = width - (isNarrow ? 8 : 14);
  const priceBottom = HEAD + Math.round(Math.min(260, 150 + width / 8));
  const scoreTop = priceBottom + BETWEEN;
  const scoreBottom = scoreTop + 5 * Math.round(Math.min(46, 20 + width / 30));
  const [from, to] = [utcDay(first.day), utcDay(last.day)];
  const powers = [...points, ...turns].map(({ priceUsd }) => Math.log10(priceUsd));
  const [low, high] = [Math.min(...powers) - BELOW, Math.max(...powers) + ABOVE[isNarrow ? "narrow" : "wide"]];
  const share = (day: string) => (utcDay(day) - from) / Math.max(1, to - from);
  return {
    width,
    height: scoreBottom + AXIS + LEGEND[isNarrow ? "narrow" : "wide"],
    /** Too narrow for whole dates, the names of the phases inside their bands and both lines of the score. */
    isNarrow,
    fontSize: isNarrow ? 10 : 11,
    ...{ left, right, priceTop: HEAD, priceBottom, scoreTop, scoreBottom },
    /** Powers of ten on the price axis. */
    decades: range(Math.ceil(low), Math.floor(high)),
    years: range(Number(first.day.slice(0, 4)) + 1, Number(last.day.slice(0, 4))),
    /** @param day YYYY-MM-DD */
    x: (day: string) => roundToTenth(left + (right - left) * Math.min(1, Math.max(0, share(day)))),
    priceY: (usd: number) => roundToHalf(priceBottom - ((priceBottom - HEAD) * (Math.log10(usd) - low)) / (high - low)),
    scoreY: (score: number) => roundToHalf(scoreBottom - ((scoreBottom - scoreTop) * score) / 100),
  };
}

/** Where things are in the chart of the record, in px. */
export type RecordLayout = ReturnType<typeof recordLayout>;

/** Halves of a px: what a high-density screen shows, and no more than it. */
function roundToHalf(px: number): number {
  return Math.round(2 * px) / 2;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
