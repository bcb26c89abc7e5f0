/** The top of the record: for each turn of the price, that day's score and the warning before it, in two dot plots. */
import { formatUsd, translate } from "peak-cycle-drawing";
import type { PhaseKey, TrackRecord, Turn } from "peak-cycle-model";
import { verdictCounts } from "../../domain/verdicts.js";
import { type Html, html, type Text } from "../html.js";
import { record } from "../locales/en/record.js";
import { positionClass, scaleNumbers } from "../scale.js";
import { recordFormat } from "./view.js";

const { plots: words, verdicts } = record;

const KINDS = ["high", "low"] as const satisfies readonly Turn["kind"][];

export function turnPlots({ turns: all }: TrackRecord): Html {
  const plots = KINDS.map((kind) => {
    const turns = all.filter((turn) => turn.kind === kind).toReversed();
    return turns.length === 0 ? html`` : turnPlot(kind, turns);
  });
  return html`<div class="pair">${plots}</div>
`;
}

/** The phase that warns of each kind of turn. */
const GOALS: Readonly<Record<Turn["kind"], { readonly key: PhaseKey; readonly range: string }>> = {
  high: { key: "PEAK", range: "80–100" },
  low: { key: "FONDO", range: "0–20" },
};

/** Newest first. The phase that warns is tinted. */
function turnPlot(kind: Turn["kind"], turns: readonly Turn[]): Html {
  const goal = GOALS[kind];
  const { inTime, early, missed } = verdictCounts(turns);
  const hiddenText = (text: string) => html`<span class="visually-hidden">${text}</span>`;
  return html`<section><h2>${words[kind]} <small>${words.counts(inTime, early, missed)}</small></h2>
<table class="verdicts ${kind} ${goal.key}">
<thead><tr><th scope="col">${hiddenText(words.day)}</th><th scope="col">${words.score}</th>
<td><b>${translate(goal.key, "en")} ${goal.range}</b></td><th scope="col">${hiddenText(words.verdict)}</th></tr></thead>
<tbody>${turns.map(turnRow)}</tbody>
<tfoot aria-hidden="true"><tr><td></td><td></td>
<td>${scaleNumbers([0, 20, 40, 50, 60, 80, 100])}</td><td></td></tr></tfoot></table></section>
`;
}

const SIGNS = { inTime: "✓", early: "–", missed: "×" } as const;

function turnRow(turn: Turn): Html {
  const { day, priceUsd, phase, warnings, readings } = turn;
  const { verdict } = warnings.score;
  const place = positionClass(Math.max(3, Math.min(97, readings.score)));
  const sign = html`<i class="dot ${verdict} ${place}">${SIGNS[verdict]}</i>`;
  const note = warningNote(turn) ?? words.in(translate(phase, "en"));
  const price = formatUsd(priceUsd, "en", true);
  return html`
<tr class="${verdict}"><th scope="row">${recordFormat.month(day)} <small>${price}</small></th>
<td>${Math.round(readings.score)}</td>
<td aria-hidden="true"><div class="field">${sign}</div></td>
<td class="verdict"><b>${verdicts[verdict]}</b> <small>${note}</small></td></tr>`;
}

/**
 * `19 days before, 98%`: how long before the turn, and the price as a share of the turn's; `undefined` if the turn was
 * missed.
 */
export function warningNote({ warnings }: Turn): Text | undefined {
  const { daysBefore, priceShare } = warnings.score;
  if (daysBefore === undefined || priceShare === undefined) return undefined;
  return daysBefore === 0
    ? words.thatDay
    : words.before(recordFormat.days(daysBefore), `${Math.round(100 * priceShare)}%`);
}
