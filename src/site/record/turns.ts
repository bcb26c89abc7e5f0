import { type Extreme, GAUGES, type Turn } from "../../backtest/track-record.js";
import { translate } from "../../chart/locale.js";
import { type Html, html } from "../html.js";
import { NONE } from "./figures.js";
import { columnsOf, type Row, wideTable } from "./table.js";
import { byPeriod, type Telling } from "./telling.js";

/** What the score and each baseline said at the cycle highs and lows. */
export function turnsSection(telling: Telling): Html {
  const { record, words } = telling;
  const { turns } = words;
  const tables = byPeriod(telling, "turns", ({ key }) => {
    const own = record.turns.filter((turn) => turn.period === key);
    if (own.length === 0) return html`<p>${words.nothing}</p>`;
    const [name] = words.periods[key];
    const gauges = GAUGES.map((gauge) => words.gauges[gauge]);
    const said = columnsOf(turns.columns, 1).map((each, i) => (i > 3 && i < 7 ? { name: each.name } : each));
    return html`${wideTable(
      `${turns.said} · ${name}`,
      said,
      own.map((turn) => saidRow(turn, telling)),
    )}${wideTable(
      `${turns.readings} · ${name}`,
      columnsOf([turns.columns[0], ...gauges], 1),
      own.map((turn) => readingsRow(turn, telling)),
    )}`;
  });
  return html`<section aria-labelledby="turns">
<h2 id="turns">${turns.heading}</h2>
<p>${turns.intro}</p>
<p>${turns.readingsNote}</p>
${tables}</section>
`;
}

function saidRow(turn: Turn, telling: Telling): Row {
  const { words, figures, language } = telling;
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => turn[flag]);
  const fall = figures.change(turn.fall);
  const phase = html`<strong class="${turn.phase}">${translate(turn.phase, language)}</strong>`;
  return {
    cells: [
      turnName(turn, telling),
      figures.usd(turn.priceUsd),
      turn.isFinal ? fall : html`${fall}<br><small>${words.turns.open}</small>`,
      html`<strong class="${turn.phase}">${figures.reading(turn.readings.score)}</strong>`,
      phase,
      translate(turn.signal, language),
      flags.length === 0 ? words.turns.noFlag : flags.map((flag) => translate(flag, language)).join("; "),
      turn.leadDays === undefined
        ? html`<strong class="mark">${words.turns.never}</strong>`
        : figures.count(turn.leadDays),
    ],
  };
}

function readingsRow(turn: Turn, telling: Telling): Row {
  const cells = GAUGES.map((gauge) => {
    const { figures } = telling;
    return html`${figures.reading(turn.readings[gauge])}<br><small class="soft">${extreme(turn.extremes[gauge], telling)}</small>`;
  });
  return { cells: [turnName(turn, telling), ...cells] };
}

function extreme(found: Extreme | undefined, { figures }: Telling): string {
  return found === undefined ? NONE : `${figures.reading(found.reading)} (${figures.lag(found.lagDays)})`;
}

function turnName({ kind, day }: Turn, { words, figures }: Telling): Html {
  return html`${kind === "high" ? "▼" : "▲"} ${words.turns[kind]} <span class="day">${figures.day(day)}</span>`;
}
