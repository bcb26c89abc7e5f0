/**
 * Topics of the record about the cycle highs and lows: each one with its figures and whether the score had warned of
 * it, and what plain measures read.
 */
import { translate } from "peak-cycle-drawing";
import type { TrackRecord, Turn } from "peak-cycle-model";
import { fold } from "../blocks.js";
import { type Html, html, joined, type Text } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { figures, type TableRow, tableByPeriod } from "./view.js";

/** Every turn under its period, oldest first. */
export function turnsFold(record: TrackRecord): Html {
  const { turns } = words;
  const content = { caption: turns.caption, columns: turns.columns, words: [0, 3], kind: "turns" };
  const table = tableByPeriod(record, content, ({ period }) =>
    record.turns.filter((turn) => turn.period === period).map(turnRow),
  );
  return fold("turns", turns.heading, `${record.turns.length}`)`<p>${turns.intro}</p>
${table}`;
}

function nameOf({ kind, day }: Turn): Html {
  return html`${kind === "high" ? "▼" : "▲"} ${words.turns[kind]} <span class="day">${figures.day(day)}</span>`;
}

function turnRow(turn: Turn): TableRow {
  const { phase, readings } = turn;
  const score = html`<strong>${figures.reading(readings.score)}</strong> ${translate(phase, "en")}`;
  const place = html`<span class="${phase}">${score}</span>`;
  return { cells: [nameOf(turn), place, figures.usd(turn.priceUsd), joined(circumstances(turn), " · ")] };
}

/** How early the score had warned, how far the price fell, the signal, and the flags that were up. */
function circumstances(turn: Turn): readonly Text[] {
  const { turns } = words;
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => turn[flag]);
  const signals = [turn.signal, ...flags].map((each) => translate(each, "en"));
  const fall = turns.fall(figures.change(turn.fall));
  return [warningOf(turn), fall, ...(turn.isFinal ? [] : [turns.open]), ...signals];
}

function warningOf({ leadDays }: Turn): Text {
  const { turns } = words;
  if (leadDays === undefined) return html`<strong class="mark">${turns.neverWarned}</strong>`;
  return leadDays === 0 ? turns.warnedThatDay : turns.warned(figures.days(leadDays));
}

const MEASURES = ["score", "mvrv", "mayer", "powerLaw", "fearGreed"] as const;

/** What the score and each plain measure read at every turn. */
export function readingsFold(record: TrackRecord): Html {
  const { heading, intro, caption, turn: name, measures } = words.readings;
  const content = { caption, columns: [name, ...MEASURES.map((measure) => measures[measure])] };
  const rowOf = (turn: Turn): TableRow => ({
    cells: [nameOf(turn), ...MEASURES.map((measure) => figures.reading(turn.readings[measure]))],
  });
  return fold("readings", heading)`<p>${intro}</p>
${tableByPeriod(record, content, ({ period }) => record.turns.filter((turn) => turn.period === period).map(rowOf))}`;
}
