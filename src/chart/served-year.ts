import { rowFate, type ServedDay } from "../domain/history.js";
import { formatDay, type Instant } from "../domain/instant.js";
import { CSS_VARIABLES } from "./colors.js";
import { formatDate, type Language } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { roundToTenth } from "./svg.js";

/** What the drawing needs besides the days. */
interface YearOptions {
  /** px */
  readonly width: number;
  readonly language: Language;
  /** The moment of looking. */
  readonly at: Instant;
}

/** Height in px of the numbers of the days. */
const HEAD_PX = 18;
/** Least height in px of what a day lacks to be fresh, so that it is seen. */
const MIN_PX = 3;
/** Half the side of a dot in px. */
const DOT_PX = 1.5;

/** Days of the month with a number above them. */
const NUMBERED = [1, 10, 20, 30];

/**
 * The days as a calendar, a line a month: filled as high as the day was fresh, with a dot below where its row was not in time.
 * @param served consecutive days, oldest first
 */
export function drawYear(
  served: readonly ServedDay[],
  { width, language, at }: YearOptions,
  textAlternative: string,
): Tree {
  const grid = gridOf(width);
  const dates = served.map(({ day }) => formatDay(day));
  const months = dates.filter((date, i) => i === 0 || dayOfMonth(date) === 1);
  let line = 0;
  const cells = served.map((day, i): Cell => {
    const number = dayOfMonth(dates[i] ?? "");
    if (number === 1 && i > 0) line += 1;
    const isDotted = ["late", "missing"].includes(rowFate(day, at));
    return { x: grid.x(number), y: grid.y(line), day, isDotted };
  });
  const height = grid.y(months.length);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return tree(
    "svg",
    { class: `year y${width}`, ...size, role: "img", "aria-label": textAlternative },
    ...NUMBERED.map((number) => text(`${number}`, grid.x(number) + grid.cell / 2, 12, "middle")),
    ...months.map((month, i) => text(monthText(month, language, width), 0, grid.y(i) + grid.tall - 2, "start")),
    tree("path", { d: cells.map((cell) => filled(cell, grid)).join(""), fill: CSS_VARIABLES.muted }),
    tree("path", { d: cells.map((cell) => outlined(cell, grid)).join(""), fill: "none", stroke: CSS_VARIABLES.accent }),
    tree("path", { d: cells.map((cell) => dot(cell, grid)).join(""), fill: CSS_VARIABLES.accent }),
  );
}

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly day: ServedDay;
  readonly isDotted: boolean;
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

/** The fresh part of a day, from the bottom. */
function filled({ x, y, day }: Cell, { cell, tall }: Grid): string {
  const height = day.freshShare === 1 ? tall : roundToTenth(Math.min(tall * day.freshShare, tall - MIN_PX));
  return height === 0 ? "" : `M${x} ${y + tall}v-${height}h${cell}v${height}z`;
}

/** A frame around a day that was not fresh all the time. */
function outlined({ x, y, day }: Cell, { cell, tall }: Grid): string {
  const width = roundToTenth(cell - 1);
  return day.freshShare === 1 ? "" : `M${x + 0.5} ${y + 0.5}h${width}v${tall - 1}h-${width}z`;
}

function dot({ x, y, isDotted }: Cell, { cell, tall }: Grid): string {
  const size = 2 * DOT_PX;
  return isDotted ? `M${roundToTenth(x + cell / 2 - DOT_PX)} ${y + tall + 1.5}h${size}v${size}h-${size}z` : "";
}

/** @param date YYYY-MM-DD */
function dayOfMonth(date: string): number {
  return Number(date.slice(8));
}

/** Narrow: `Nov`; wide: `Nov 2026`. @param date YYYY-MM-DD, any day of the month */
function monthText(date: string, language: Language, width: number): string {
  const name = formatDate(date, language, { month: "short" });
  return width < 500 ? name : `${name} ${date.slice(0, 4)}`;
}

function text(content: string, x: number, y: number, anchor: "start" | "middle"): Tree {
  const at = { x: roundToTenth(x), y, "text-anchor": anchor };
  return tree("text", { ...at, "font-size": 11, fill: CSS_VARIABLES.muted }, content);
}
