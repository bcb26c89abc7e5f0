/** The score now at the top of the front page. */
import { type CurrentScore, type Language, type RulerTurn, translate } from "peak-cycle-drawing";
import { formatInstant, scoreNumber, twoDecimals } from "peak-cycle-model";
import type { HourlyScore, Market } from "../../domain/snapshot.js";
import type { AttributionRow } from "../attribution.js";
import { facts, type PhaseRun, phaseRunText } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { rulerFigure } from "../ruler.js";

export function nowSection(view: NowView, language: Language): Html {
  const { score, settled, staleHours, turns = [] } = view;
  const { btc, laterPlace } = score;
  const format = formatOf(language);
  const { common, home } = localeOf(language);
  const words = home.now;
  const computedAt = formatInstant(score.computedAt);
  const age =
    staleHours === undefined
      ? undefined
      : html`<br><strong class="mark">▲ ${words.stale(format.hours(staleHours))}</strong>`;
  const updated = html`<time datetime="${computedAt}">${format.minute(computedAt)}</time>${age}`;
  return html`<section class="now" aria-labelledby="now">
<h2 id="now" class="visually-hidden">${words.heading}</h2>
<p class="score"><strong>${format.score(scoreNumber(btc.score))}</strong> <span class="soft visually-hidden">${words.of100}</span></p>
<div class="phase"><strong class="${btc.phase}">${translate(btc.phase, language)}</strong>${
    settled &&
    html`
<span>${common.terms.settled}${format.colon} ${phaseRunText(settled, language)}</span>`
  }</div>
${facts([
  [words.signal, html`<strong>${translate(btc.signal, language)}</strong>`],
  [words.flags, flags(view, language)],
  [words.updated, html`${updated}${savedNote(staleHours !== undefined, language)}`],
])}
<div class="where">${rulerFigure({ now: { score: scoreNumber(btc.score), phase: btc.phase }, turns, range: laterPlace }, language)}</div>
</section>`;
}

export type FlagDays = Readonly<Partial<Record<"descentGuard" | "topRisk", string>>>;

export interface NowView {
  readonly score: HourlyScore;
  readonly market: Market;
  /** The sources in use; that of a live figure is credited beside it, as its terms ask for. */
  readonly sources: readonly AttributionRow[];
  /** `undefined` before there is a daily row. */
  readonly settled: PhaseRun | undefined;
  /** Where the score stood at past highs and lows of the price, as far as there is a record. */
  readonly turns?: readonly RulerTurn[] | undefined;
  /** How old a stale score is, in whole hours; `undefined` while it is fresh. */
  readonly staleHours?: number | undefined;
  /** YYYY-MM-DD: the first day of a flag that is up, as far as the record knows it. */
  readonly flagsSince?: FlagDays | undefined;
}

/** The score as the charts of this page show it, with the live price. */
export function chartScore({ score, market, staleHours }: NowView): CurrentScore {
  return {
    score: scoreNumber(score.btc.score),
    phase: score.btc.phase,
    signal: score.btc.signal,
    descentGuard: score.context.descentGuard !== null,
    topRisk: score.context.topRisk !== null,
    updatedAt: formatInstant(score.computedAt),
    isStale: staleHours !== undefined,
    priceUsd: twoDecimals(market.btcPrice.value),
  };
}

/** Unseen until `worker/worker.ts` of the package widgets shows the page as an old copy; `data-old` goes before its title then. */
function savedNote(isStale: boolean, language: Language): Html {
  const { old, saved } = localeOf(language).cycle;
  return html`<span id="saved" data-old="${isStale ? "" : `${plainText(old)} `}" hidden><br><strong class="saved mark">▲ ${saved}</strong></span>`;
}

/** `▲ Bear-market descent since Nov 8, 2024`, a line each. */
function flags({ score: { context }, flagsSince = {} }: NowView, language: Language): Text {
  const words = localeOf(language).home.now;
  const raised = (["descentGuard", "topRisk"] as const).filter((flag) => context[flag] !== null);
  if (raised.length === 0) return words.noFlags;
  const lines = raised.map((flag) => {
    const from = flagsSince[flag];
    const since = from === undefined ? undefined : html` ${words.since(formatOf(language).day(from))}`;
    return html`<span class="flag"><strong>▲\u00a0${translate(flag, language)}</strong>${since}</span>`;
  });
  return html`${lines}`;
}
