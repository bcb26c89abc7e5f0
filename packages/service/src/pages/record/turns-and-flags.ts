/** Topics of the record about the cycle highs and lows, and about the two flags. */
import { translate } from "peak-cycle-drawing";
import { type Alarm, BASELINES, type Extreme, type Miss, type Turn } from "peak-cycle-model";
import { section } from "../blocks.js";
import { type Html, html, type Text } from "../html.js";
import {
  byPeriod,
  foldedTable,
  NONE,
  type PeriodSpans,
  type RecordView,
  spanName,
  type TableRow,
  wideTable,
} from "./view.js";

/** What the score and each baseline said at the cycle highs and lows. */
export function turnsSection(view: RecordView): Html {
  const { record, words } = view;
  const { turns } = words;
  const tables = byPeriod(view, "turns", ({ key }) => {
    const inPeriod = record.turns.filter((turn) => turn.period === key);
    if (inPeriod.length === 0) return undefined;
    const [name] = words.periods[key];
    const scores = {
      caption: html`${turns.said} · ${name}`,
      columns: turns.columns,
      words: [0, 4, 5, 6], // turn, phase, signal and flags
      rows: inPeriod.map((turn) => scoreRow(turn, view)),
    };
    const readings = {
      caption: html`${turns.readings} · ${name}`,
      columns: [turns.columns[0], ...BASELINES.map((gauge) => words.gauges[gauge])],
      rows: inPeriod.map((turn) => readingsRow(turn, view)),
    };
    return html`${wideTable(scores)}${foldedTable(readings)}`;
  });
  return section("turns", turns.heading)`<p>${turns.intro}</p>
<p>${turns.readingsNote}</p>
${tables}`;
}

function scoreRow(turn: Turn, view: RecordView): TableRow {
  const { words, figures, language } = view;
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => turn[flag]);
  const fall = figures.change(turn.fall);
  const phase = html`<strong class="${turn.phase}">${translate(turn.phase, language)}</strong>`;
  return {
    cells: [
      turnName(turn, view),
      figures.usd(turn.priceUsd),
      turn.isFinal ? fall : html`${fall}<br><small>${words.turns.open}</small>`,
      html`<strong class="${turn.phase}">${figures.reading(turn.readings.score)}</strong>`,
      phase,
      translate(turn.signal, language),
      flags.length === 0 ? words.turns.noFlag : flags.map((flag) => translate(flag, language)).join(", "),
      turn.leadDays === undefined
        ? html`<strong class="mark">${words.turns.never}</strong>`
        : figures.count(turn.leadDays),
    ],
  };
}

function readingsRow(turn: Turn, view: RecordView): TableRow {
  const cells = BASELINES.map((gauge) => {
    const { figures } = view;
    return html`${figures.reading(turn.readings[gauge])}<br><small class="soft">${extreme(turn.extremes[gauge], view)}</small>`;
  });
  return { cells: [turnName(turn, view), ...cells] };
}

function extreme(found: Extreme | undefined, { figures }: RecordView): string {
  return found === undefined ? NONE : `${figures.reading(found.reading)} (${figures.lag(found.lagDays)})`;
}

function turnName({ kind, day }: Turn, { words, figures }: RecordView): Html {
  return html`${kind === "high" ? "▼" : "▲"} ${words.turns[kind]} <span class="day">${figures.day(day)}</span>`;
}

type Flag = "topRisk" | "descentGuard";

const FLAGS: readonly Flag[] = ["topRisk", "descentGuard"];

/** What came of an alarm, or that there was none at a turn. */
type Verdict = Alarm["verdict"] | "missed";

const VERDICTS: readonly Verdict[] = ["right", "false", "missed", "open"];

/** How often each flag was right, false, missing or is not settled, and every case. */
export function flagsSection(view: RecordView): Html {
  const { words, language } = view;
  const parts = FLAGS.map(
    (flag) => html`<h3 id="${flag}">${translate(flag, language)}</h3>
<p>${words.flags[flag].rule}</p>
`,
  );
  const tables = byPeriod(view, "flags", (period) => {
    const often = FLAGS.map((flag) => counts(flag, period, view));
    const all = FLAGS.map((flag) => html`${cases(flag, period, view)}`);
    return html`<div class="pair">${often}</div>
${all}`;
  });
  return section("flags", words.flags.heading)`<p>${words.flags.intro}</p>
${parts}${tables}`;
}

function counts(flag: Flag, period: PeriodSpans, view: RecordView): Html {
  const { words, figures, record } = view;
  const { alarms, misses } = record[flag];
  const rows = period.spans.map((span): TableRow => {
    const isIn = (each: Alarm | Miss) =>
      each.period === span.period && (span.cycle === undefined || each.cycle === span.cycle);
    const number = (verdict: Verdict) =>
      verdict === "missed"
        ? misses.filter(isIn).length
        : alarms.filter((alarm) => isIn(alarm) && alarm.verdict === verdict).length;
    return { cells: [spanName(span, view), ...VERDICTS.map((verdict) => figures.count(number(verdict)))] };
  });
  const columns = [words.flags.span, ...VERDICTS.map((verdict) => words.flags.verdicts[verdict])];
  return wideTable({ caption: html`${title(flag, period, view)} · ${words.flags.counts}`, columns, rows });
}

function cases(flag: Flag, period: PeriodSpans, view: RecordView): Html | undefined {
  const { words, record } = view;
  const { alarms, misses } = record[flag];
  const isIn = (each: Alarm | Miss) => each.period === period.key;
  const rows = [
    ...alarms.filter(isIn).map((alarm) => ({ day: alarm.from, row: alarmRow(flag, alarm, view) })),
    ...misses.filter(isIn).map((miss) => ({ day: miss.day, row: missRow(flag, miss, view) })),
  ].sort((one, other) => (one.day < other.day ? -1 : 1));
  if (rows.length === 0) return undefined;
  const { topRisk, descentGuard } = words.flags;
  return foldedTable({
    caption: html`${title(flag, period, view)} · ${words.flags.alarms}`,
    columns: flag === "topRisk" ? topRisk.columns : [...descentGuard.columns, descentGuard.afterEnd],
    words: [0, 1, 2, 4], // days and the verdict
    rows: rows.map(({ row }) => row),
  });
}

function title(flag: Flag, { key }: PeriodSpans, { words, language }: RecordView): Html {
  return html`${translate(flag, language)} · ${words.periods[key][0]}`;
}

function alarmRow(flag: Flag, alarm: Alarm, { words, figures }: RecordView): TableRow {
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

/** The row of a miss has its day and dashes: the flag was not up. */
function missRow(flag: Flag, { day }: Miss, { words, figures }: RecordView): TableRow {
  const nothing = Array.from({ length: flag === "descentGuard" ? 5 : 4 }, () => NONE);
  return { cells: [figures.day(day), NONE, verdictOf("missed", words.flags.verdicts), ...nothing], kind: "missed" };
}

/** Bad verdicts stand out at least as much as good ones. */
function verdictOf(verdict: Verdict, names: Readonly<Record<Verdict, Text>>): Html {
  const sign = { right: "✓", false: "✗", missed: "✗", open: "…" }[verdict];
  return html`<strong${verdict === "false" || verdict === "missed" ? html` class="mark"` : undefined}>${sign} ${names[verdict]}</strong>`;
}
