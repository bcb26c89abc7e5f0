/** What `peak doctor` finds out about a source: whether it gives each kind of data that it has. */

import { addDays, dayOf, type Instant, MAJORS, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import { FIRST_FEAR_GREED_DAY } from "./backfill-steps.js";
import type { DataRequest, Source } from "./data-source.js";
import { callWithin } from "./timing.js";

/** How a source answered one small request. */
interface Answer {
  readonly source: string;
  readonly kind: string;
  readonly isFault: boolean;
  /** The newest figure and its age, or what was wrong. */
  readonly detail: string;
}

/** Time for one answer, retries included. */
const DEADLINE_MS = 30 * SECOND_MS;

/** How far back daily figures are asked for: the newest may be a day and a half old. */
const DAYS_BACK = 5;

/**
 * Sends a source one small request for each kind of data that it has.
 *
 * @throws the signal's reason when it aborts
 */
export async function askEachKind(source: Source, clock: Clock, signal: AbortSignal): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [kind, request] of requestsAt(clock.now())) {
    if (!source.answers(request)) continue;
    const seen = await firstPage(source, request, clock, signal);
    const [isFault, detail] = typeof seen === "string" ? [true, seen] : [false, describe(seen, clock.now())];
    answers.push({ source: source.name, kind, isFault, detail });
  }
  return answers;
}

function requestsAt(now: Instant): readonly (readonly [kind: string, request: DataRequest])[] {
  const today = dayOf(now);
  const recent = { from: addDays(today, -DAYS_BACK), to: addDays(today, -1) };
  return [
    ["price", { kind: "prices", coins: ["btc"] }],
    ["closes", { kind: "daily", coin: "btc", ...recent }],
    ["MVRV", { kind: "mvrv", ...recent }],
    ["dominance", { kind: "dominance" }],
    ["Fear & Greed", { kind: "fear-greed", from: FIRST_FEAR_GREED_DAY }],
    ...MAJORS.map((coin) => [`closes of ${coin.toUpperCase()}`, { kind: "daily", coin, ...recent }] as const),
  ];
}

/** @returns the first page that the source gave, or what was wrong */
async function firstPage(
  source: Source,
  request: DataRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly Observation[] | string> {
  const late = new Error("no answer in time");
  try {
    return await callWithin(clock, { ms: DEADLINE_MS, late }, signal, async (until) => {
      for await (const page of source.observe(request, until)) return page;
      return [];
    });
  } catch (error) {
    if (error === late) return late.message;
    if (error instanceof SourceError) return error.message;
    throw error;
  }
}

function describe(seen: readonly Observation[], now: Instant): string {
  const newest = seen.at(-1);
  if (newest === undefined) return "nothing new";
  const minutes = Math.max(0, Math.round((now - newest.observedAt) / MINUTE_MS));
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `${newest.value} (${age} old)`;
}
