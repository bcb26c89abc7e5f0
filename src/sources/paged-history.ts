import type { Instant } from "../domain/instant.js";
import type { Observation } from "../domain/observation.js";
import type { Close } from "./close-checks.js";
import { refuseEmpty } from "./closed-periods.js";
import { type CheckedPage, checkedPage } from "./history-page.js";
import { type CandleQuestion, firstOpening } from "./history-question.js";

export interface PagedHistory {
  readonly source: string;
  readonly question: CandleQuestion;
  /** The opening of the oldest candle there is, which is one of Bitcoin; of it there is every period since. */
  readonly btcSince: Instant;
  /** From here on the source is known to have every period of the other coins. */
  readonly majorsSince: Instant;
  /** How long after its end a period may still be missing. */
  readonly lagMs: number;
  readonly now: () => Instant;
  /** Asks for one page of candles, the first of which opens at `start` or later and before `end`. */
  ask(start: Instant, end: Instant): Promise<{ readonly closes: readonly Close[]; readonly receivedAt: Instant }>;
  /** Where the next page begins; `undefined` when there is nothing further. */
  next(start: Instant, page: CheckedPage): Instant | undefined;
}

/**
 * A history that comes in pages, oldest first: the observations of each page as it comes.
 *
 * @throws UpstreamError `implausible` when a close cannot be true, `malformed` when there are none where some are due
 */
export async function* pagedHistory(history: PagedHistory): AsyncGenerator<readonly Observation[]> {
  const { source, question, btcSince, majorsSince, lagMs, now } = history;
  const { coin, metric, span, stepMs } = question;
  const end = Math.min(span.last, now()) as Instant;
  let before: Close | undefined;
  let given = 0;
  let start: Instant | undefined = Math.max(firstOpening(question), btcSince) as Instant;
  while (start !== undefined && start < end) {
    const page: CheckedPage = checkedPage({ source, metric, before, span, ...(await history.ask(start, end)) });
    before = page.last;
    given += page.observations.length;
    if (page.observations.length > 0) yield page.observations;
    start = history.next(start, page);
  }
  const since = coin === "btc" ? btcSince : majorsSince;
  refuseEmpty(source, given, { span, stepMs, since, lagMs, now: now() });
}
