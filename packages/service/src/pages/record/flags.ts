/** Topic of the record about the two flags: how often each was right, false or missing, and every case. */
import { translate } from "peak-cycle-drawing";
import type { Alarm, PeriodKey } from "peak-cycle-model";
import { list, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Text } from "../html.js";
import { folded, NONE, type RecordView, type TableRow, tableByPeriod } from "./view.js";

const FLAGS = ["topRisk", "descentGuard"] as const;

type Flag = (typeof FLAGS)[number];

/** What came of an alarm, or that there was none at a turn. */
type Verdict = Alarm["verdict"] | "missed";

/** An alarm, or a turn without one, which has a day and nothing else. */
interface Case extends Partial<Pick<Alarm, "to" | "priceUsd" | "fallAfter">> {
  readonly flag: Flag;
  readonly verdict: Verdict;
  readonly period: PeriodKey;
  readonly from: string;
}

const VERDICTS: readonly Verdict[] = ["right", "false", "missed", "open"];

export function flagsSection(view: RecordView): Html {
  const { words, figures } = view;
  const { flags } = words;
  const { colon } = formatOf("en");
  const cases = FLAGS.flatMap((flag) => casesOf(flag, view)).sort((one, other) => (one.from < other.from ? -1 : 1));
  const rules = FLAGS.map((flag) => html`<strong>${translate(flag, "en")}${colon}</strong> ${flags.rules[flag]}`);
  const often = {
    caption: flags.counts,
    columns: [flags.flag, ...VERDICTS.map((verdict) => flags.verdicts[verdict])],
  };
  const countRow = (flag: Flag, period: PeriodKey): TableRow => {
    const own = cases.filter((each) => each.flag === flag && each.period === period);
    const counts = VERDICTS.map((verdict) => figures.count(own.filter((each) => each.verdict === verdict).length));
    return { cells: [translate(flag, "en"), ...counts] };
  };
  const every = { caption: flags.alarms, columns: flags.columns, words: [0, 1, 2, 3], kind: "cases" };
  return section("flags", flags.heading)`<p>${flags.intro}</p>
${list(rules)}
${tableByPeriod(view, often, ({ period }) => FLAGS.map((flag) => countRow(flag, period)))}
${folded(
  flags.alarms,
  tableByPeriod(view, every, ({ period }) =>
    cases.filter((each) => each.period === period).map((each) => caseRow(each, view)),
  ),
)}`;
}

/** `Cycle-top risk: right in 3 of 5 alarms that have ended; turns missed: 1`, of all periods. */
export function flagSummary(flag: Flag, view: RecordView): Text {
  const { words, figures } = view;
  const cases = casesOf(flag, view);
  const [right = 0, wrong = 0, missed = 0] = (["right", "false", "missed"] as const).map(
    (verdict) => cases.filter((each) => each.verdict === verdict).length,
  );
  const { count } = figures;
  const summary = words.flags.summary(count(right), count(right + wrong), count(missed));
  return html`${translate(flag, "en")}${formatOf("en").colon} ${summary}`;
}

function casesOf(flag: Flag, { record }: RecordView): readonly Case[] {
  const { alarms, misses } = record[flag];
  return [
    ...alarms.map((alarm) => ({ ...alarm, flag })),
    ...misses.map(({ day, period }) => ({ flag, period, from: day, verdict: "missed" as const })),
  ];
}

function caseRow(shown: Case, { words, figures }: RecordView): TableRow {
  const { flag, from, to, verdict, priceUsd, fallAfter } = shown;
  const cells = [
    figures.day(from),
    to === undefined ? NONE : figures.day(to),
    translate(flag, "en"),
    verdictOf(verdict, words.flags.verdicts),
    figures.usd(priceUsd),
    figures.change(fallAfter),
  ];
  return { cells, kind: verdict };
}

/** Bad verdicts stand out at least as much as good ones. */
function verdictOf(verdict: Verdict, names: Readonly<Record<Verdict, Text>>): Html {
  const sign = { right: "✓", false: "✗", missed: "✗", open: "…" }[verdict];
  return html`<strong${verdict === "false" || verdict === "missed" ? html` class="mark"` : undefined}>${sign} ${names[verdict]}</strong>`;
}
