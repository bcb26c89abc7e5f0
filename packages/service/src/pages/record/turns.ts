/**
 * Topics of the record about the cycle highs and lows: the figures of each, how the score had warned of it, and the
 * readings and warnings of plain measures.
 */
import { translate } from "peak-cycle-drawing";
import type { Baseline, TrackRecord, Turn } from "peak-cycle-model";
import { verdictCounts } from "../../domain/verdicts.js";
import { details } from "../blocks.js";
import { type Html, html, join, type Text } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { warningNote } from "./turn-plots.js";
import { plainTable, recordFormat, type TableRow, tableByPeriod } from "./view.js";

/** Every turn under its period, oldest first. */
export function turnsDetails(record: TrackRecord): Html {
  const { turns } = words;
  const content = { caption: turns.caption, columns: turns.columns, words: [0, 3], kind: "turns" };
  const table = tableByPeriod(record, content, ({ period }) =>
    record.turns.filter((turn) => turn.period === period).map(turnRow),
  );
  return details("turns", turns.heading, `${record.turns.length}`)`<p>${turns.intro}</p>
${table}`;
}

function nameOf({ kind, day }: Turn): Html {
  return html`${words.turns[kind]} <span class="day">${recordFormat.day(day)}</span>`;
}

function turnRow(turn: Turn): TableRow {
  const { phase, readings } = turn;
  const score = html`<strong>${recordFormat.reading(readings.score)}</strong> ${translate(phase, "en")}`;
  const place = html`<span class="${phase}">${score}</span>`;
  return { cells: [nameOf(turn), place, recordFormat.usd(turn.priceUsd), join(circumstances(turn), " · ")] };
}

/** How early the score had warned, how far the price fell, the signal, and the flags that were up. */
function circumstances(turn: Turn): readonly Text[] {
  const { turns } = words;
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => turn[flag]);
  const signals = [turn.signal, ...flags].map((each) => translate(each, "en"));
  const fall = turns.fall(recordFormat.change(turn.fall));
  return [warningOf(turn), fall, ...(turn.isFinal ? [] : [turns.open]), ...signals];
}

function warningOf(turn: Turn): Text {
  const { verdict } = turn.warnings.score;
  const note = warningNote(turn);
  const mark = verdict === "missed" ? html` class="mark"` : undefined;
  const text = html`<strong${mark}>${words.verdicts[verdict]}</strong>`;
  return note === undefined ? text : html`${text}: ${note}`;
}

const BASELINES = ["score", "mvrv", "mayer", "powerLaw", "fearGreed"] as const;

const VERDICTS = ["inTime", "early", "missed"] as const;

/** How the score and each plain measure had warned, by one rule, and their readings at every turn. */
export function readingsDetails(record: TrackRecord): Html {
  const { heading, intro, counts, caption, turn: name, measures } = words.readings;
  const countRows = BASELINES.map((baseline): TableRow => {
    const countsOf = (kind: Turn["kind"]) => {
      const verdicts = verdictCounts(
        record.turns.filter((turn) => turn.kind === kind),
        baseline,
      );
      return VERDICTS.map((verdict) => recordFormat.count(verdicts[verdict]));
    };
    return { cells: [measures[baseline], ...countsOf("high"), ...countsOf("low")] };
  });
  const content = { caption, columns: [name, ...BASELINES.map((baseline) => measures[baseline])] };
  const valueRow = (turn: Turn): TableRow => ({
    cells: [nameOf(turn), ...BASELINES.map((baseline) => readingOf(turn, baseline))],
  });
  return details("readings", heading)`<p>${intro}</p>
${plainTable(counts, countRows)}
${tableByPeriod(record, content, ({ period }) => record.turns.filter((turn) => turn.period === period).map(valueRow))}`;
}

/** `91.7 early` */
function readingOf({ readings, warnings }: Turn, baseline: Baseline): Html {
  const warning = warnings[baseline];
  const verdict = warning && html` <small class="soft">${words.verdicts[warning.verdict].toLowerCase()}</small>`;
  return html`${recordFormat.reading(readings[baseline])}${verdict}`;
}
