import { formatDay, type UtcDay } from "peak-cycle-model";
import { CSS_VARIABLES } from "./colors.js";
import { formatDate, type Language } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { roundToTenth, text } from "./svg.js";

/**
 * How available this installation was: the days as a calendar, a line a month, filled as high as the day was fresh, with
 * a dot below where its row was not in time.
 *
 * @param days consecutive, oldest first
 */
export function drawYear(
  days: readonly YearDay[],
  { width, language }: { readonly width: number; readonly language: Language },
  textAlternative: string,
): Tree {
  const grid = gridOf(width);
  const dates = days.map(({ day }) => formatDay(day));
  const months = dates.filter((date, i) => i === 0 || dayOfMonth(date) === 1);
  let line = 0;
  const cells = days.map(({ freshShare, isRowLate }, i): Cell => {
    const number = dayOfMonth(dates[i] ?? "");
    if (number === 1 && i > 0) line += 1;
    return { x: grid.x(number), y: grid.y(line), freshShare, isRowLate };
  });
  const height = grid.y(months.length);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return tree(
    "svg",
    { class: `year y${width}`, ...size, role: "img", "aria-label": textAlternative },
    ...NUMBERED.map((number) => label(grid.x(number) + grid.cell / 2, 12, "middle", `${number}`)),
    ...months.map((month, i) => label(0, grid.y(i) + grid.tall - 2, "start", monthText(month, language, width))),
    tree("path", { d: cells.map((cell) => filled(cell, grid)).join(""), fill: CSS_VARIABLES.muted }),
    tree("path", { d: cells.map((cell) => outlined(cell, grid)).join(""), fill: "none", stroke: CSS_VARIABLES.accent }),
    tree("path", { d: cells.map((cell) => dot(cell, grid)).join(""), fill: CSS_VARIABLES.accent }),
  );
}

/** Days of the month with a number above them. */
const NUMBERED = [1, 10, 20, 30];

/** A day of the drawing. */
export interface YearDay {
  readonly day: UtcDay;
  /** Share of the day during which the newest score was not stale, 0..1. */
  readonly freshShare: number;
  /** Whether its history row came late or not at all. */
  readonly isRowLate: boolean;
}

interface Cell extends Omit<YearDay, "day"> {
  readonly x: number;
  readonly y: number;
}

type Grid = ReturnType<typeof gridOf>;

function gridOf(width: number) {
  const left = width < 500 ? 32 : 68;
  const step = Math.floor((10 * (width - left)) / 31) / 10;
  const [cell, tall] = step < 6 ? [step - 0.9, 9] : step < 12 ? [step - 2, 12] : [step - 3.5, 15];
  return {
    /** Left of a day of the month, 1..31. */
    x: (number: number) => roundToTenth(left + (number - 1) * step),
    /** Top of a month, from 0. */
    y: (index: number) => HEAD_PX + index * (tall + 10),
    /** Width and height of a cell. */
    cell: roundToTenth(cell),
    tall,
  };
}

/** Height in px of the numbers of the days. */
const HEAD_PX = 18;

/** The fresh part of a day, from the bottom. */
function filled({ x, y, freshShare }: Cell, { cell, tall }: Grid): string {
  const height = freshShare === 1 ? tall : roundToTenth(Math.min(tall * freshShare, tall - MIN_PX));
  return height === 0 ? "" : `M${x} ${y + tall}v-${height}h${cell}v${height}z`;
}

/** Least height in px of what a day lacks to be fresh, so that it is seen. */
const MIN_PX = 3;

/** A frame around a day that was not fresh all the time. */
function outlined({ x, y, freshShare }: Cell, { cell, tall }: Grid): string {
  const width = roundToTenth(cell - 1);
  return freshShare === 1 ? "" : `M${x + 0.5} ${y + 0.5}h${width}v${tall - 1}h-${width}z`;
}

function dot({ x, y, isRowLate }: Cell, { cell, tall }: Grid): string {
  const size = 2 * DOT_PX;
  return isRowLate ? `M${roundToTenth(x + cell / 2 - DOT_PX)} ${y + tall + 1.5}h${size}v${size}h-${size}z` : "";
}

/** Half the side of a dot in px. */
const DOT_PX = 1.5;

/** @param date YYYY-MM-DD */
function dayOfMonth(date: string): number {
  return Number(date.slice(8));
}

/** Narrow: `Nov`; wide: `Nov 2026`. @param date YYYY-MM-DD, any day of the month */
function monthText(date: string, language: Language, width: number): string {
  const name = formatDate(date, language, { month: "short" });
  return width < 500 ? name : `${name} ${date.slice(0, 4)}`;
}

function label(x: number, y: number, anchor: "start" | "middle", content: string): Tree {
  return text(roundToTenth(x), y, content, { "text-anchor": anchor, "font-size": 11, fill: CSS_VARIABLES.muted });
}
