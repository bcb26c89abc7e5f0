/** Topic of the record about the two flags: how often each was right, false or missing, and every case. */
import { translate } from "peak-cycle-drawing";
import type { Alarm, Miss, PeriodKey } from "peak-cycle-model";
import { list, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Text } from "../html.js";
import { folded, NONE, type RecordView, type TableRow, tableByPeriod } from "./view.js";

const FLAGS = ["topRisk", "descentGuard"] as const;

type Flag = (typeof FLAGS)[number];

/** What came of an alarm, or that there was none at a turn. */
type Verdict = Alarm["verdict"] | "missed";

const VERDICTS: readonly Verdict[] = ["right", "false", "missed", "open"];

export function flagsSection(view: RecordView): Html {
  const { words, language } = view;
  const { flags } = words;
  const { colon } = formatOf(language);
  const rules = FLAGS.map((flag) => html`<strong>${translate(flag, language)}${colon}</strong> ${flags.rules[flag]}`);
  const often = {
    caption: flags.counts,
    columns: [flags.flag, ...VERDICTS.map((verdict) => flags.verdicts[verdict])],
  };
  const every = { caption: flags.alarms, columns: flags.columns, words: [0, 1, 2, 3], kind: "cases" };
  return section("flags", flags.heading)`<p>${flags.intro}</p>
${list(rules)}
${tableByPeriod(view, often, ({ period }) => FLAGS.map((flag) => countRow(flag, period, view)))}
${folded(
  flags.alarms,
  tableByPeriod(view, every, ({ period }) => caseRows(period, view)),
)}`;
}

/** `Cycle-top risk: right in 3 of 5 alarms that have ended; turns missed: 1`, of all periods. */
export function flagSummary(flag: Flag, view: RecordView): Text {
  const { words, figures, language } = view;
  const [right = 0, wrong = 0, missed = 0] = (["right", "false", "missed"] as const).map(
    (verdict) => casesOf(flag, verdict, undefined, view).length,
  );
  const { count } = figures;
  const summary = words.flags.summary(count(right), count(right + wrong), count(missed));
  return html`${translate(flag, language)}${formatOf(language).colon} ${summary}`;
}

/** @param period all of them when `undefined` */
function casesOf(
  flag: Flag,
  verdict: Verdict,
  period: PeriodKey | undefined,
  { record }: RecordView,
): readonly (Alarm | Miss)[] {
  const { alarms, misses } = record[flag];
  const found: readonly (Alarm | Miss)[] =
    verdict === "missed" ? misses : alarms.filter((alarm) => alarm.verdict === verdict);
  return period === undefined ? found : found.filter((each) => each.period === period);
}

function countRow(flag: Flag, period: PeriodKey, view: RecordView): TableRow {
  const counts = VERDICTS.map((verdict) => view.figures.count(casesOf(flag, verdict, period, view).length));
  return { cells: [translate(flag, view.language), ...counts] };
}

/** The alarms and misses of both flags in a period, the oldest first. */
function caseRows(period: PeriodKey, view: RecordView): readonly TableRow[] {
  return FLAGS.flatMap((flag) => {
    const { alarms, misses } = view.record[flag];
    return [
      ...alarms.map((alarm) => ({ day: alarm.from, period: alarm.period, row: alarmRow(flag, alarm, view) })),
      ...misses.map((miss) => ({ day: miss.day, period: miss.period, row: missRow(flag, miss, view) })),
    ];
  })
    .filter((each) => each.period === period)
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .map(({ row }) => row);
}

function alarmRow(flag: Flag, alarm: Alarm, { words, figures, language }: RecordView): TableRow {
  const { from, to, verdict, priceUsd, fallAfter } = alarm;
  const cells = [
    figures.day(from),
    figures.day(to),
    translate(flag, language),
    verdictOf(verdict, words.flags.verdicts),
    figures.usd(priceUsd),
    figures.change(fallAfter),
  ];
  return { cells, kind: verdict };
}

/** The row of a miss has its day and dashes: the flag was not up. */
function missRow(flag: Flag, { day }: Miss, { words, figures, language }: RecordView): TableRow {
  const verdict = verdictOf("missed", words.flags.verdicts);
  return { cells: [figures.day(day), NONE, translate(flag, language), verdict, NONE, NONE], kind: "missed" };
}

/** Bad verdicts stand out at least as much as good ones. */
function verdictOf(verdict: Verdict, names: Readonly<Record<Verdict, Text>>): Html {
  const sign = { right: "✓", false: "✗", missed: "✗", open: "…" }[verdict];
  return html`<strong${verdict === "false" || verdict === "missed" ? html` class="mark"` : undefined}>${sign} ${names[verdict]}</strong>`;
}
