import type { BaselineRecord, Span } from "../../backtest/track-record.js";
import { type Html, html } from "../html.js";
import { scoreOf } from "./score-of.js";
import { columnsOf, type Row, wideTable } from "./table.js";
import { byPeriod, spanName, type Telling } from "./telling.js";

/** Buying more when a gauge reads low, next to buying the same every day. */
export function buyingSection(telling: Telling): Html {
  const { words } = telling;
  const { buying } = words;
  const tables = byPeriod(telling, "buying", ({ key, whole, cycles }) => {
    const rows = [whole, ...cycles].flatMap((span) => rowsOf(span, telling));
    if (rows.length === 0) return html`<p>${words.nothing}</p>`;
    const caption = `${buying.caption} · ${words.periods[key][0]}`;
    return html`<p>${verdict(whole, telling)}</p>
${wideTable(caption, columnsOf(buying.columns, 2), rows)}`;
  });
  return html`<section aria-labelledby="buying">
<h2 id="buying">${buying.heading}</h2>
<p>${buying.intro}</p>
${tables}</section>
`;
}

function rowsOf(span: Span, telling: Telling): readonly Row[] {
  const { words, figures } = telling;
  return span.gauges.flatMap(({ gauge, buying }): readonly Row[] => {
    if (buying === undefined) return [];
    const { days, plainCostUsd, scaledCostUsd, ratio } = buying;
    const costs = [figures.count(days), figures.usd(plainCostUsd), figures.usd(scaledCostUsd)];
    const cells = [spanName(span, telling), words.gauges[gauge], ...costs, difference(ratio, telling)];
    return [{ cells, ...(gauge === "score" ? { kind: "first" } : {}) }];
  });
}

/** Of the days of the score, for another gauge to be compared with it. */
const SAME_DAYS = 0.99;

/** Baselines by which buying was cheaper. Those that lack many days cannot be compared. */
function verdict(whole: Span, telling: Telling): string {
  const { words } = telling;
  const own = scoreOf(whole)?.buying;
  const isBetter = ({ buying }: BaselineRecord) =>
    own !== undefined &&
    buying !== undefined &&
    buying.days >= SAME_DAYS * own.days &&
    tenths(buying.ratio) < tenths(own.ratio);
  const better = whole.gauges
    .filter(isBetter)
    .map(({ gauge, buying }) => `${words.gauges[gauge]} (${difference(buying?.ratio ?? 1, telling)})`);
  return better.length === 0 ? words.buying.none : words.buying.better(better.join(", "));
}

function difference(ratio: number, { figures }: Telling): string {
  return figures.gain(ratio - 1);
}

/** Tenths of a percent, as they are shown: less of a difference is none. */
function tenths(ratio: number): number {
  return Math.round(1000 * ratio);
}
