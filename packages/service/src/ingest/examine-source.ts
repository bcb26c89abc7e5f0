/** What `peak doctor` finds out about sources: what each gives, whether two disagree, and what a start would lack. */

import { addDays, dayOf, FIRST_DAY, type Instant, MAJORS, type Major, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import { FIRST_FEAR_GREED_DAY, LATEST_FIRST_DAY } from "./backfill-steps.js";
import { AGREEMENT, distance } from "./consensus-price.js";
import type { DataRequest, DayRange, Source } from "./data-source.js";
import { callWithin } from "./timing.js";

/**
 * Sends a source one small request for each thing it can be needed for. Whatever the source does is a finding.
 *
 * @throws the signal's reason when it aborts
 */
export async function examineSource(source: Source, clock: Clock, signal: AbortSignal): Promise<Examination> {
  const findings: string[] = [];
  const gave = new Map<Need, readonly Observation[]>();
  const faults = new Map<string, Need[]>();
  for (const need of NEEDS.filter((each) => source.answers(requestFor(each, clock.now())))) {
    const seen = await examineOne(source, { need, clock }, signal);
    if (typeof seen === "string") {
      faults.set(seen, [...(faults.get(seen) ?? []), need]);
      continue;
    }
    if (seen.length > 0) gave.set(need, seen);
    else if (need === "closes of 2010") continue; // most sources begin later
    findings.push(`${need}: ${describe(seen, clock.now())}`);
  }
  for (const [fault, needs] of faults) findings.push(`${needs.join(", ")}: ${fault}`);
  const isPartly = faults.size > 0 && gave.size > 0;
  const state = isPartly ? "partly" : faults.size > 0 ? "failed" : "ok";
  return { source: source.name, state, findings, gave };
}

/** How one source answered one small request for each thing it can be needed for. */
export interface Examination {
  readonly source: string;
  /** `partly`: it gave something, and something else it did not give. */
  readonly state: "ok" | "partly" | "failed";
  /** What came back, or what was wrong with it; one line for each request that succeeded, and for each fault. */
  readonly findings: readonly string[];
  /** What it can be needed for and gave: the first page of each. */
  readonly gave: ReadonlyMap<Need, readonly Observation[]>;
}

/** A check waits this long for an answer, retries included. */
const DEADLINE_MS = 30 * SECOND_MS;

/** How far back daily figures are asked for: the newest may be a day and a half old. */
const DAYS_BACK = 5;

/**
 * A small request for each thing that a first start and the first score need, by its name in the report. `recent` is the
 * last few days; what is needed of the whole past is asked for at its beginning.
 */
const REQUESTS = {
  price: () => ({ kind: "prices", coins: ["btc"] }),
  "closes of 2010": () => ({ kind: "daily", coin: "btc", from: FIRST_DAY, to: LATEST_FIRST_DAY }),
  closes: (recent) => ({ kind: "daily", coin: "btc", ...recent }),
  MVRV: (recent) => ({ kind: "mvrv", ...recent }),
  dominance: () => ({ kind: "dominance" }),
  "Fear & Greed": () => ({ kind: "fear-greed", from: FIRST_FEAR_GREED_DAY }),
  ...closesOfMajors(),
} satisfies Record<string, (recent: DayRange) => DataRequest>;

function closesOfMajors() {
  const requests = MAJORS.map((coin) => {
    const request = (recent: DayRange): DataRequest => ({ kind: "daily", coin, ...recent });
    return [`closes of ${coin.toUpperCase()}`, request] as const;
  });
  return Object.fromEntries(requests) as Record<`closes of ${Uppercase<Major>}`, (recent: DayRange) => DataRequest>;
}

export type Need = keyof typeof REQUESTS;

export const NEEDS = Object.keys(REQUESTS) as readonly Need[];

/** The small request that shows whether a source has what is needed. */
export function requestFor(need: Need, now: Instant): DataRequest {
  const today = dayOf(now);
  return REQUESTS[need]({ from: addDays(today, -DAYS_BACK), to: addDays(today, -1) });
}

/** @returns the first page that the source gave, or what was wrong */
async function examineOne(
  source: Source,
  { need, clock }: { readonly need: Need; readonly clock: Clock },
  signal: AbortSignal,
): Promise<readonly Observation[] | string> {
  const late = new Error("no answer in time");
  try {
    return await callWithin(clock, { ms: DEADLINE_MS, late }, signal, async (until) => {
      for await (const page of source.observe(requestFor(need, clock.now()), until)) return page;
      return [];
    });
  } catch (error) {
    if (error === late) return late.message;
    if (error instanceof SourceError) return error.message;
    throw error;
  }
}

/** What is stored before a start: nothing, the closes of 2010 from a file, or the whole past. */
export type StoredPast = "nothing" | "old closes" | "everything";

/** What a start with these sources would have. */
interface StartForecast {
  /** Without these nothing can be published. */
  readonly fatal: readonly Need[];
  /** Without these it waits, as an enabled source should have them, until that source answers or is switched off. */
  readonly awaited: readonly Need[];
  /** What no enabled source has: the start goes without. */
  readonly lacking: readonly Need[];
  /** Whether it would succeed. */
  readonly canStart: boolean;
}

/** Needed by every score and by the answers; the rest is left out where no enabled source has it. */
const NEEDED_AT_FIRST: readonly Need[] = ["price", "closes of 2010", "closes", "dominance", "Fear & Greed"];

/** Needed by every further score and row; of the rest the last values stay, or the model goes without. */
const NEEDED_LATER: readonly Need[] = ["price", "closes"];

/** @param answers whether an enabled source should have what is needed */
export function forecastStart(
  examined: readonly Examination[],
  past: StoredPast,
  answers: (need: Need) => boolean,
): StartForecast {
  const needed = past === "everything" ? NEEDED_LATER : NEEDED_AT_FIRST;
  const required = NEEDS.filter((need) => past === "nothing" || need !== "closes of 2010");
  const missing = required.filter((need) => !examined.some(({ gave }) => gave.has(need)));
  const fatal = missing.filter((need) => needed.includes(need));
  const spare = missing.filter((need) => !needed.includes(need));
  const awaited = past === "everything" ? [] : spare.filter(answers);
  const lacking = spare.filter((need) => !awaited.includes(need));
  return { fatal, awaited, lacking, canStart: fatal.length === 0 && awaited.length === 0 };
}

/** Two sources that state figures which lie further apart than they may. */
interface Disagreement {
  readonly need: Need;
  readonly stated: readonly [one: Observation, other: Observation];
  /** 0.05 is 5 % of the first. */
  readonly by: number;
}

/** Figures of two sources may lie this far apart; two live prices as far as they do when a score is made of them. */
const APART = 0.05;

/** Exchanges differed by up to 9 % in 2010 and 2011, and what was closed then is frozen. */
const COMPARED = NEEDS.filter((need) => need !== "closes of 2010");

/**
 * Where two sources disagree on the newest figure that both have stated, each pair once.
 *
 * @returns `undefined` when no two gave the same, so that nothing was compared
 */
export function disagreements(examined: readonly Examination[]): readonly Disagreement[] | undefined {
  const isTwice = (need: Need) => examined.filter(({ gave }) => gave.has(need)).length > 1;
  if (!COMPARED.some(isTwice)) return undefined;
  return COMPARED.flatMap((need) => {
    const pages = examined.flatMap(({ gave }) => [gave.get(need) ?? []]);
    return pages.flatMap((page, place) => pages.slice(place + 1).flatMap((other) => compare(need, page, other)));
  });
}

function compare(need: Need, page: readonly Observation[], others: readonly Observation[]): readonly Disagreement[] {
  const isLive = need === "price" || need === "dominance";
  const one = page.findLast(({ observedAt }) => isLive || others.some((each) => each.observedAt === observedAt));
  const other = others.findLast(({ observedAt }) => isLive || observedAt === one?.observedAt);
  if (one === undefined || other === undefined) return [];
  const by = distance(other.value, one.value);
  return by > (need === "price" ? AGREEMENT : APART) ? [{ need, stated: [one, other], by }] : [];
}

function describe(seen: readonly Observation[], now: Instant): string {
  const newest = seen.at(-1);
  if (newest === undefined) return "nothing new";
  return `${newest.value} (${age(now - newest.observedAt)} old)`;
}

function age(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
