import * as z from "zod";
import { UpstreamError, type UpstreamFault } from "../domain/errors.js";
import { DAY_MS, dayOf, endOf, type Instant, startOf, type UtcDay } from "../domain/instant.js";
import { isPlausible, type Observation } from "../domain/observation.js";
import type { Upstream } from "../operations/ports.js";
import type { AnswerTimes } from "./fetch-json.js";
import { closedPeriods, periodEnd } from "./history-checks.js";
import { instantOfSeconds, OptionalNumber, RequiredNumber, readPayload } from "./payload.js";
import { apiUrl, type SourceDeps, source } from "./source.js";

const ALTERNATIVE_ME = "alternative-me";

/** Fear & Greed of each day since 2018-02-01; a handful of days is missing at the source. */
export const alternativeMe = source({
  name: ALTERNATIVE_ME,
  title: "alternative.me",
  gives: "Fear & Greed of each day since 2018-02-01",
  baseUrl: "https://api.alternative.me",
  link: "https://alternative.me/crypto/fear-and-greed-index/",
  license: "Use is allowed, also commercially, with the attribution beside the value.",
  attribution: "Source: alternative.me",
  spacingFactor: 1,
  faultIn: alternativeMeFault,
  open: openAlternativeMe,
});

const Payload = z.object({
  data: z.array(z.object({ value: OptionalNumber, timestamp: RequiredNumber })).optional(),
});

const Refusal = z.object({ metadata: z.object({ error: z.unknown() }) });

function alternativeMeFault(payload: unknown): UpstreamFault | undefined {
  return Refusal.safeParse(payload).data?.metadata.error ? "refused" : undefined;
}

function openAlternativeMe({ fetchJson, base, clock }: SourceDeps): Upstream {
  return {
    name: ALTERNATIVE_ME,
    answers: (request) => request.kind === "fear-greed",
    async *observe(request, signal) {
      if (request.kind !== "fear-greed") return;
      const days = dayOf(clock.now()) - request.from + 1;
      if (days < 1) return;
      const url = apiUrl({ base, root: "", path: "/fng/", query: { limit: days, format: "json" } });
      const { body, ...times } = await fetchJson(url, { signal, timeoutProfile: "history", rows: days });
      const page = readFearGreed(body, request.from, times);
      if (page.length > 0) yield page;
    },
  };
}

/**
 * Fear & Greed of the days from `from` on, oldest first. Possibly none: today's value may not be there yet.
 *
 * @throws UpstreamError `malformed` without any value, `implausible` outside 0..100 or for a day to come
 */
function readFearGreed(payload: unknown, from: UtcDay, { receivedAt }: AnswerTimes): Observation[] {
  const { data } = readPayload(ALTERNATIVE_ME, Payload, payload);
  const rows = (data ?? []).flatMap(({ value, timestamp }) => {
    const end = periodEnd(ALTERNATIVE_ME, instantOfSeconds(timestamp), DAY_MS);
    return value === undefined ? [] : [{ end, value }];
  });
  if (rows.length === 0) throw new UpstreamError(ALTERNATIVE_ME, "malformed", "no values");
  const today = dayOf(receivedAt);
  const lastEnd = endOf(today);
  for (const row of rows) {
    if (!isWhole(row.value)) throw new UpstreamError(ALTERNATIVE_ME, "implausible", "a value is no integer of 0..100");
    if (row.end > lastEnd) throw new UpstreamError(ALTERNATIVE_ME, "implausible", "a value is dated in the future");
  }
  // A value is stated for the whole day at its beginning, so today's counts as over.
  return closedPeriods(rows, { receivedAt: lastEnd, dateHeader: lastEnd })
    .filter((row) => row.end > startOf(from))
    .map(({ end, value }) => ({
      metric: "fear-greed",
      source: ALTERNATIVE_ME,
      observedAt: (end - DAY_MS) as Instant,
      fetchedAt: receivedAt,
      value,
    }));
}

function isWhole(value: number): boolean {
  return Number.isInteger(value) && isPlausible("fear-greed", value);
}
