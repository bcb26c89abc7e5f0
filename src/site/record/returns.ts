import type { Fifth, GaugeRecord } from "../../backtest/track-record.js";
import { PHASE_KEYS, translate } from "../../chart/locale.js";
import { type Html, html, type Part } from "../html.js";
import { scoreOf, yearAfter } from "./score-of.js";
import { spreadFigure } from "./spread-figure.js";
import { columnsOf, type Row, wideTable } from "./table.js";
import { byPeriod, type Period, spanName, type Telling } from "./telling.js";

/** What the price did after each phase, with the spread, by cycle, and next to the baselines. */
export function returnsSection(telling: Telling): Html {
  const { words } = telling;
  const tables = byPeriod(telling, "returns", (period) => {
    const score = scoreOf(period.whole);
    if (score === undefined) return html`<p>${words.nothing}</p>`;
    return html`${spreadFigure(period, telling)}${spreadTable(score, period, telling)}${medians(period, telling)}`;
  });
  return html`<section aria-labelledby="returns">
<h2 id="returns">${words.returns.heading}</h2>
<p>${words.returns.intro}</p>
<p>${words.noDays}</p>
${tables}</section>
`;
}

function spreadTable({ fifths }: GaugeRecord, { key }: Period, { words, figures, language }: Telling): Html {
  const rows = [...fifths].reverse().flatMap(({ phase, returns }) =>
    returns.map((each, i): Row => {
      const { days, p10, p25, median, p75, p90, mean, up } = each;
      const spread = [p10, p25, median, p75, p90].map(figures.change);
      const name = html`<span class="${phase}">${translate(phase, language)}</span>`;
      const ahead = figures.count(each.horizonDays);
      const cells = [name, ahead, figures.count(days), ...spread, figures.change(mean), figures.share(up)];
      return { cells, ...(i === 0 ? { kind: "first" } : {}) };
    }),
  );
  const [phase, ahead, days, median, mean, up] = words.returns.columns;
  const [p10, p25, p75, p90] = [0.1, 0.25, 0.75, 0.9].map(figures.quantile);
  const heads = [phase, ahead, days, p10, p25, median, p75, p90, mean, up];
  return wideTable(`${words.returns.caption} · ${words.periods[key][0]}`, columnsOf(heads, 1), rows);
}

/** Medians of the year after, as a table by cycle and one by gauge. */
function medians({ key, whole, cycles }: Period, telling: Telling): Html {
  const { words, language } = telling;
  const [name] = words.periods[key];
  const phases = PHASE_KEYS.map((phase) => html`<span class="${phase}">${translate(phase, language)}</span>`);
  const row = (title: Part, fifths: readonly Fifth[]): Row => ({ cells: [title, ...years(fifths, telling)] });
  const fifths = ["0 – 20", "20 – 40", "40 – 60", "60 – 80", "80 – 100"];
  return html`${wideTable(
    `${name} · ${words.returns.cycles}`,
    columnsOf([words.phases.columns[0], ...phases], 1),
    [whole, ...cycles].map((span) => row(spanName(span, telling), scoreOf(span)?.fifths ?? [])),
  )}${wideTable(
    `${name} · ${words.returns.fifths}`,
    columnsOf([words.returns.gauge, ...fifths], 1),
    whole.gauges.map((gauge) => row(words.gauges[gauge.gauge], gauge.fifths)),
  )}`;
}

function years(fifths: readonly Fifth[], { figures }: Telling): readonly string[] {
  return PHASE_KEYS.map((phase) => {
    const year = yearAfter(fifths, phase);
    return year === undefined ? "–" : `${figures.change(year.median)} (${figures.count(year.days)})`;
  });
}
