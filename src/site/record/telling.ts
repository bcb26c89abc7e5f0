import type { PeriodKey, Span, TrackRecord } from "../../backtest/track-record.js";
import type { Language } from "../../chart/locale.js";
import { type Html, html } from "../html.js";
import type { RecordWords } from "../locales/record-shape.js";
import { WORDS } from "../locales/words.js";
import { type Figures, figuresOf } from "./figures.js";

/** A record, and how it is told. */
export interface Telling {
  readonly record: TrackRecord;
  readonly language: Language;
  readonly words: RecordWords;
  readonly figures: Figures;
}

/** The order of the telling: what was not fitted comes first. */
const TOLD: readonly PeriodKey[] = ["later", "development", "early"];

export function tellingOf(record: TrackRecord, language: Language): Telling {
  return { record, language, words: WORDS[language].record, figures: figuresOf(language) };
}

/** The days of a period: as a whole, and its cycles, oldest first. */
export interface Period {
  readonly key: PeriodKey;
  readonly whole: Span;
  readonly cycles: readonly Span[];
}

/** The periods that have days, in the order of the telling. */
export function periodsOf({ spans }: TrackRecord): readonly Period[] {
  return TOLD.flatMap((key) => {
    const own = spans.filter((span) => span.period === key);
    const whole = own.find((span) => span.cycle === undefined);
    return whole === undefined ? [] : [{ key, whole, cycles: own.filter((span) => span.cycle !== undefined) }];
  });
}

/**
 * A topic, period by period, each below a heading of its own. The early one is folded: a fifth of the page, about a market
 * too thin to learn much from.
 *
 * @param id unique on the page
 */
export function byPeriod(telling: Telling, id: string, tell: (period: Period) => Html): readonly Html[] {
  const { record, words, figures } = telling;
  return periodsOf(record).map((period) => {
    const [name, kind] = words.periods[period.key];
    const { from, to } = period.whole;
    const heading = html`<h3 id="${id}-${period.key}">${name} <small class="soft">${figures.day(from)} – ${figures.day(to)}, ${kind}</small></h3>`;
    if (period.key === "early") return folded(heading, tell(period));
    return html`<div class="period ${period.key}">
${heading}
${tell(period)}
</div>
`;
  });
}

function folded(heading: Html, told: Html): Html {
  return html`<details class="period early"><summary>${heading}</summary>
${told}
</details>
`;
}

/** `Cycle 3`, or that it is the whole period. */
export function spanName({ cycle }: Pick<Span, "cycle">, { words, figures }: Telling): string {
  return cycle === undefined ? words.whole : words.cycle(figures.count(cycle));
}
