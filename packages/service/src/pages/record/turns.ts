/**
 * Topics of the record about the cycle highs and lows: how many of them the score had warned of, each with its figures,
 * and what plain measures read.
 */
import { translate } from "peak-cycle-drawing";
import type { Turn } from "peak-cycle-model";
import { fold } from "../blocks.js";
import { type Html, html, joined, type Text } from "../html.js";
import { type RecordView, type TableRow, tableByPeriod } from "./view.js";

/** Every turn in the part of its period, the oldest first. */
export function turnsFold(view: RecordView): Html {
  const { record, words } = view;
  const { turns } = words;
  const content = { caption: turns.caption, columns: turns.columns, words: [0, 3], kind: "turns" };
  const table = tableByPeriod(view, content, ({ period }) =>
    record.turns.filter((turn) => turn.period === period).map((turn) => turnRow(turn, view)),
  );
  return fold("turns", turns.heading, `${record.turns.length}`)`<p>${turns.intro}</p>
${table}`;
}

function nameOf({ kind, day }: Turn, { words, figures }: RecordView): Html {
  return html`${kind === "high" ? "▼" : "▲"} ${words.turns[kind]} <span class="day">${figures.day(day)}</span>`;
}

function turnRow(turn: Turn, view: RecordView): TableRow {
  const { figures } = view;
  const { phase, readings } = turn;
  return {
    cells: [
      nameOf(turn, view),
      html`<span class="${phase}"><strong>${figures.reading(readings.score)}</strong> ${translate(phase, "en")}</span>`,
      figures.usd(turn.priceUsd),
      joined(circumstances(turn, view), " · "),
    ],
  };
}

/** How far the price fell, how long before the score had warned, its signal, and the flags that were up. */
function circumstances(turn: Turn, { words: { turns }, figures }: RecordView): readonly Text[] {
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => turn[flag]);
  return [
    warning(turn.leadDays),
    turns.fall(figures.change(turn.fall)),
    ...(turn.isFinal ? [] : [turns.open]),
    translate(turn.signal, "en"),
    ...flags.map((flag) => translate(flag, "en")),
  ];
  function warning(leadDays: number | undefined): Text {
    if (leadDays === undefined) return html`<strong class="mark">${turns.neverWarned}</strong>`;
    return leadDays === 0 ? turns.warnedThatDay : turns.warned(figures.days(leadDays));
  }
}

const MEASURES = [
  "score",
  "mvrv",
  "mayer",
  "powerLaw",
  "fearGreed",
] as const satisfies readonly (keyof Turn["readings"])[];

/** What the score and each plain measure read at every turn. */
export function readingsFold(view: RecordView): Html {
  const { record, words, figures } = view;
  const { heading, intro, caption, turn: name, measures } = words.readings;
  const content = { caption, columns: [name, ...MEASURES.map((measure) => measures[measure])] };
  const rowOf = (turn: Turn): TableRow => ({
    cells: [nameOf(turn, view), ...MEASURES.map((measure) => figures.reading(turn.readings[measure]))],
  });
  return fold("readings", heading)`<p>${intro}</p>
${tableByPeriod(view, content, ({ period }) => record.turns.filter((turn) => turn.period === period).map(rowOf))}`;
}
