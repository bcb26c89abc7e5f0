/** The record's topic on the two flags: how often each was right, false or missing, and every case. */
import { translate } from "peak-cycle-drawing";
import type { Alarm, PeriodKey, TrackRecord } from "peak-cycle-model";
import { details, list } from "../blocks.js";
import { type Html, html } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { NONE, recordFormat, type TableRow, tableByPeriod } from "./view.js";

const FLAGS = ["topRisk", "descentGuard"] as const;

type Flag = (typeof FLAGS)[number];

/** The outcome of an alarm, or `missed` if there was none at a turn. */
type Verdict = Alarm["verdict"] | "missed";

/** An alarm, or a turn without one, which has only a day. */
interface Case {
  readonly flag: Flag;
  readonly verdict: Verdict;
  readonly period: PeriodKey;
  readonly from: string;
  readonly to?: string;
  readonly priceUsd?: number;
  readonly fallAfter?: number;
}

const VERDICTS: readonly Verdict[] = ["right", "false", "missed", "open"];

export function flagsDetails(record: TrackRecord): Html {
  const { flags } = words;
  const cases = FLAGS.flatMap((flag) => casesOf(flag, record)).sort((one, other) => (one.from < other.from ? -1 : 1));
  const rules = FLAGS.map((flag) => html`<strong>${translate(flag, "en")}:</strong> ${flags.rules[flag]}`);
  const often = { caption: flags.counts, columns: [flags.flag, ...VERDICTS.map((each) => flags.verdicts[each])] };
  const countRow = (flag: Flag, period: PeriodKey): TableRow => {
    const own = cases.filter((each) => each.flag === flag && each.period === period);
    const counts = VERDICTS.map((verdict) => recordFormat.count(own.filter((each) => each.verdict === verdict).length));
    return { cells: [translate(flag, "en"), ...counts] };
  };
  const every = { caption: flags.alarms, columns: flags.columns, words: [0, 1, 2, 3], kind: "cases" };
  const alarms = cases.filter(({ verdict }) => verdict !== "missed").length;
  return details("flags", flags.heading, flags.note(alarms))`<p>${flags.intro}</p>
${list(rules)}
${tableByPeriod(record, often, ({ period }) => FLAGS.map((flag) => countRow(flag, period)))}
${tableByPeriod(record, every, ({ period }) => cases.filter((each) => each.period === period).map(caseRow))}`;
}

function casesOf(flag: Flag, record: TrackRecord): readonly Case[] {
  const { alarms, misses } = record[flag];
  return [
    ...alarms.map((alarm) => ({ ...alarm, flag })),
    ...misses.map(({ day, period }) => ({ flag, period, from: day, verdict: "missed" as const })),
  ];
}

function caseRow(each: Case): TableRow {
  const { flag, from, to, verdict, priceUsd, fallAfter } = each;
  const days = [recordFormat.day(from), to === undefined ? NONE : recordFormat.day(to)];
  const came = [translate(flag, "en"), verdictOf(verdict), recordFormat.usd(priceUsd), recordFormat.change(fallAfter)];
  return { cells: [...days, ...came], kind: verdict };
}

/** Bad verdicts must be at least as visible as good ones. */
function verdictOf(verdict: Verdict): Html {
  const sign = { right: "✓", false: "✗", missed: "✗", open: "…" }[verdict];
  const isBad = verdict === "false" || verdict === "missed";
  return html`<strong${isBad ? html` class="mark"` : undefined}>${sign} ${words.flags.verdicts[verdict]}</strong>`;
}
