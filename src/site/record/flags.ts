import type { Alarm, FlagRecord, Miss } from "../../backtest/track-record.js";
import { translate } from "../../chart/locale.js";
import { type Html, html } from "../html.js";
import type { Verdict } from "../locales/record-shape.js";
import { NONE } from "./figures.js";
import { columnsOf, type Row, wideTable } from "./table.js";
import { byPeriod, type Period, spanName, type Telling } from "./telling.js";

type Flag = "topRisk" | "descentGuard";

const FLAGS: readonly Flag[] = ["topRisk", "descentGuard"];

const VERDICTS: readonly Verdict[] = ["right", "false", "missed", "open"];

/** How often each flag was right, false, missing or is not settled, and every case. */
export function flagsSection(telling: Telling): Html {
  const { record, words, language } = telling;
  const parts = FLAGS.map(
    (flag) => html`<h3 id="${flag}">${translate(flag, language)}</h3>
<p>${words.flags[flag].rule}</p>
`,
  );
  const tables = byPeriod(telling, "flags", (period) => {
    const place = { period, telling };
    const often = FLAGS.map((flag) => counts(flag, record[flag], place));
    const all = FLAGS.map((flag) => html`${cases(flag, record[flag], place)}`);
    return html`<div class="pair">${often}</div>
${all}`;
  });
  return html`<section aria-labelledby="flags">
<h2 id="flags">${words.flags.heading}</h2>
<p>${words.flags.intro}</p>
${parts}${tables}</section>
`;
}

interface Place {
  readonly period: Period;
  readonly telling: Telling;
}

function counts(flag: Flag, { alarms, misses }: FlagRecord, { period, telling }: Place): Html {
  const { words, figures, language } = telling;
  const rows = [period.whole, ...period.cycles].map((span): Row => {
    const isIn = (each: Alarm | Miss) =>
      each.period === span.period && (span.cycle === undefined || each.cycle === span.cycle);
    const number = (verdict: Verdict) =>
      verdict === "missed"
        ? misses.filter(isIn).length
        : alarms.filter((alarm) => isIn(alarm) && alarm.verdict === verdict).length;
    return { cells: [spanName(span, telling), ...VERDICTS.map((verdict) => figures.count(number(verdict)))] };
  });
  const names = [words.flags.span, ...VERDICTS.map((verdict) => words.flags.verdicts[verdict])];
  return wideTable(`${title(flag, period, { telling, language })} · ${words.flags.counts}`, columnsOf(names, 1), rows);
}

function cases(flag: Flag, { alarms, misses }: FlagRecord, { period, telling }: Place): Html | undefined {
  const { words, language } = telling;
  const isIn = (each: Alarm | Miss) => each.period === period.key;
  const rows = [
    ...alarms.filter(isIn).map((alarm) => ({ day: alarm.from, row: alarmRow(flag, alarm, telling) })),
    ...misses.filter(isIn).map((miss) => ({ day: miss.day, row: missRow(flag, miss, telling) })),
  ].sort((one, other) => (one.day < other.day ? -1 : 1));
  if (rows.length === 0) return undefined;
  const { columns, afterEnd } = words.flags[flag];
  const heads = columnsOf([...columns, ...(afterEnd === undefined ? [] : [afterEnd])], 3);
  const dated = heads.map((head, i) => (i === 4 ? { name: head.name } : head));
  const caption = `${title(flag, period, { telling, language })} · ${words.flags.alarms}`;
  return wideTable(
    caption,
    dated,
    rows.map(({ row }) => row),
  );
}

function title(
  flag: Flag,
  { key }: Period,
  { telling, language }: { readonly telling: Telling; readonly language: Telling["language"] },
): string {
  return `${translate(flag, language)} · ${telling.words.periods[key][0]}`;
}

function alarmRow(flag: Flag, alarm: Alarm, { words, figures }: Telling): Row {
  const cells = [
    figures.day(alarm.from),
    figures.day(alarm.to),
    verdictOf(alarm.verdict, words.flags.verdicts),
    figures.usd(alarm.priceUsd),
    figures.day(alarm.extremeDay),
    figures.count(alarm.leadDays),
    figures.change(alarm.fallAfter),
  ];
  return {
    cells: flag === "descentGuard" ? [...cells, figures.change(alarm.fallAfterEnd)] : cells,
    kind: alarm.verdict,
  };
}

/** A miss has a day and nothing else: the flag was not up. */
function missRow(flag: Flag, { day }: Miss, { words, figures }: Telling): Row {
  const nothing = Array.from({ length: flag === "descentGuard" ? 5 : 4 }, () => NONE);
  return { cells: [figures.day(day), NONE, verdictOf("missed", words.flags.verdicts), ...nothing], kind: "missed" };
}

/** Bad ones stand out at least as much as good ones. */
function verdictOf(verdict: Verdict, names: Readonly<Record<Verdict, string>>): Html {
  const sign = { right: "✓", false: "✗", missed: "✗", open: "…" }[verdict];
  return html`<strong${verdict === "false" || verdict === "missed" ? html` class="mark"` : undefined}>${sign} ${names[verdict]}</strong>`;
}
