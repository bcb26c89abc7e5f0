import { DAY_MS, dayOf, formatDay, HOUR_MS, type Instant, startOf, type UtcDay, utcDay } from "../../domain/instant.js";
import type { Metric, Observation } from "../../domain/observation.js";
import type { Upstream } from "../../operations/ports.js";
import { refuseEmpty, spanOfDays } from "../closed-periods.js";
import { checkedFigures, figuresOf } from "../day-figures.js";
import { endpoint } from "../endpoint.js";
import type { SourceDeps } from "../source-deps.js";
import { BRK, BRK_SERIES, readBulk } from "./read-bulk.js";

/** Prices before this day are zeros. */
const SINCE = utcDay("2010-07-18");

/** A day is complete with the first block of the next; half a day allows for a node that fell behind. */
const LAG_MS = 12 * HOUR_MS;

/** The last answer, so that an unchanged one need not be sent again. About 0.5 MB for all days. */
interface Kept {
  readonly url: string;
  readonly etag: string;
  readonly body: unknown;
  readonly receivedAt: Instant;
}

/** Daily closes and MVRV of Bitcoin, derived from its chain. Within about 1 % of exchange prices. */
export function brk({ fetchJson, base, clock }: SourceDeps): Upstream {
  let kept: Kept | undefined;

  async function bulk(
    from: UtcDay,
    signal: AbortSignal,
  ): Promise<{ readonly body: unknown; readonly receivedAt: Instant }> {
    const query = { series: BRK_SERIES, index: "day1", start: formatDay(from) };
    const url = endpoint({ base, root: "/api", path: "/series/bulk", query });
    const known = kept?.url === url.href ? kept : undefined;
    const answer = await fetchJson(url, { signal, patience: "history", etag: known?.etag });
    if (answer.notModified && known !== undefined) return known;
    const { etag, body, receivedAt } = answer;
    kept = etag === undefined ? undefined : { url: url.href, etag, body, receivedAt };
    return { body, receivedAt };
  }

  async function history(
    metric: Metric,
    from: UtcDay,
    to: UtcDay,
    signal: AbortSignal,
  ): Promise<readonly Observation[]> {
    const span = spanOfDays(from, to);
    const first = Math.max(from, SINCE) as UtcDay;
    if (first > Math.min(to, dayOf(clock.now()) - 1)) return [];
    const { body, receivedAt } = await bulk(first, signal);
    const days = checkedFigures({ source: BRK, closeMetric: "btc-close", figures: readBulk(body), receivedAt });
    const observations = figuresOf(days, { source: BRK, metric, span, receivedAt });
    const now = clock.now();
    refuseEmpty(BRK, observations.length, { span, stepMs: DAY_MS, since: startOf(SINCE), lagMs: LAG_MS, now });
    return observations;
  }

  return {
    name: BRK,
    answers: (request) => request.kind === "mvrv" || (request.kind === "daily" && request.coin === "btc"),
    async *observe(request, signal) {
      if (request.kind !== "mvrv" && request.kind !== "daily") return;
      const metric = request.kind === "mvrv" ? "mvrv" : "btc-close";
      const page = await history(metric, request.from, request.to, signal);
      if (page.length > 0) yield page;
    },
  };
}
