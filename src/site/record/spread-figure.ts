import type { TrackRecord } from "../../backtest/track-record.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import { PHASE_KEYS } from "../../chart/locale.js";
import { boxPlot, type ReturnQuantiles } from "../../chart/record/box-plot.js";
import { type Html, html } from "../html.js";
import { scoreOf, yearAfter } from "./score-of.js";
import { type Period, periodsOf, type Telling } from "./telling.js";

const WIDTH = 440;

/**
 * A box plot of the returns in the year after each phase; the drawings have one scale. The early period has none: returns of 1,000 % and
 * more would leave no room on it for the others.
 */
export function spreadFigure(period: Period, { record, words, language }: Telling): Html | undefined {
  const rows = rowsOf(period);
  if (period.key === "early") return undefined;
  if (Object.values(rows).every((row) => row === undefined)) return undefined;
  const caption = `${words.returns.drawing} · ${words.periods[period.key][0]}`;
  const drawn = boxPlot({ rows, ...scaleOf(record) }, { width: WIDTH, colors: CSS_VARIABLES, language }, caption);
  return html`<figure class="spread">${drawn}<figcaption>${caption}. ${words.returns.drawingNote}</figcaption></figure>
`;
}

type Rows = Readonly<Record<(typeof PHASE_KEYS)[number], ReturnQuantiles | undefined>>;

function rowsOf({ whole }: Period): Rows {
  const fifths = scoreOf(whole)?.fifths ?? [];
  const entries = PHASE_KEYS.map((phase) => {
    const { p10, p25, median, p75, p90 } = yearAfter(fifths, phase) ?? {};
    const isKnown = ![p10, p25, median, p75, p90].includes(undefined);
    return [phase, isKnown ? { p10, p25, median, p75, p90 } : undefined];
  });
  return Object.fromEntries(entries) as Rows;
}

/** From the lowest to the highest end of any box plot, at least from -50 % to +100 %. */
function scaleOf(record: TrackRecord): { readonly min: number; readonly max: number } {
  const drawn = periodsOf(record).filter(({ key }) => key !== "early");
  const rows = drawn.flatMap((period) => Object.values(rowsOf(period)));
  const ends = rows.flatMap((row) => (row === undefined ? [] : [row.p10, row.p90]));
  return { min: Math.max(-0.99, Math.min(-0.5, ...ends)), max: Math.max(1, ...ends) };
}
