/** The top of the record: for each turn of the price, that day's score and whether it had warned, in two dot plots. */
import { formatUsd, translate } from "peak-cycle-drawing";
import type { PhaseKey, TrackRecord, Turn } from "peak-cycle-model";
import { type Html, html } from "../html.js";
import { record } from "../locales/en/record.js";
import { placeOf, scaleNumbers } from "../scale.js";
import { figures } from "./view.js";

const { hits: words } = record;

export const isHit = ({ leadDays }: Turn): boolean => leadDays !== undefined;

const KINDS = ["high", "low"] as const satisfies readonly Turn["kind"][];

export function hitPlots({ turns: all }: TrackRecord): Html {
  const plots = KINDS.map((kind) => {
    const turns = all.filter((turn) => turn.kind === kind).toReversed();
    return turns.length === 0 ? html`` : hitPlot(kind, turns);
  });
  return html`<div class="pair">${plots}</div>
`;
}

/** A high is a hit in the top phase, a low in the bottom one. */
const GOALS: Readonly<Record<Turn["kind"], { readonly key: PhaseKey; readonly range: string }>> = {
  high: { key: "PEAK", range: "80–100" },
  low: { key: "FONDO", range: "0–20" },
};

/** Newest first. Dots outside the tinted phase are misses. */
function hitPlot(kind: Turn["kind"], turns: readonly Turn[]): Html {
  const goal = GOALS[kind];
  const hidden = (text: string) => html`<span class="visually-hidden">${text}</span>`;
  return html`<section><h2><b>${words.of(turns.filter(isHit).length, turns.length)}</b> ${words[kind]}</h2>
<table class="hits ${kind} ${goal.key}">
<thead><tr><th scope="col">${hidden(words.day)}</th><th scope="col">${words.score}</th>
<td><b>${translate(goal.key, "en")} ${goal.range}</b></td><th scope="col">${hidden(words.verdict)}</th></tr></thead>
<tbody>${turns.map(hitRow)}</tbody>
<tfoot aria-hidden="true"><tr><td></td><td></td>
<td>${scaleNumbers([0, 20, 40, 50, 60, 80, 100])}</td><td></td></tr></tfoot></table></section>
`;
}

function hitRow(turn: Turn): Html {
  const { day, priceUsd, phase, leadDays, readings } = turn;
  const score = readings.score ?? 0;
  const hit = isHit(turn);
  const place = placeOf(Math.max(3, Math.min(97, score)));
  const sign = html`<i class="dot ${hit ? "hit" : "miss"} ${place}">${hit ? "✓" : "×"}</i>`;
  const before = leadDays ? words.before(figures.days(leadDays)) : words.thatDay;
  const note = leadDays === undefined ? words.in(translate(phase, "en")) : before;
  const price = formatUsd(priceUsd, "en", true);
  return html`
<tr><th scope="row">${figures.month(day)} <small>${price}</small></th><td>${Math.round(score)}</td>
<td aria-hidden="true"><div class="field">${sign}</div></td>
<td class="verdict"><b>${hit ? words.hit : words.miss}</b> <small>${note}</small></td></tr>`;
}
