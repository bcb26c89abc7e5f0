/** Sources that answer with fixtures. */
import { readFileSync } from "node:fs";
import { HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import { expect } from "vitest";
import { type Coin, isPlausible, type Observation, type PastMetric } from "../../src/domain/observation.js";
import type { LogFields } from "../../src/platform/log.js";
import { SourceClient } from "../../src/sources/get-json.js";
import { type DayRange, hasDominance, hasHistory, hasPrices, type Source } from "../../src/sources/source.js";
import { fakeClock } from "./fake-clock.js";
import { quietLog } from "./quiet-log.js";

/** The time at which the fixtures count as received. */
export const RECEIVED = "2026-11-21T04:12:10Z";

export type Canned = (url: URL) => unknown;

/** A kind of request to a source, as a value that tests can list. */
export type DataRequest =
  | { readonly kind: "prices"; readonly coins: readonly Coin[] }
  | { readonly kind: "dominance" }
  | ({ readonly kind: PastMetric } & DayRange);

export interface CannedSource {
  /** Requested URLs, in order. */
  readonly asked: URL[];
  /** Dropped rows, in order: metric and reason. */
  readonly dropped: [metric: string, reason: string][];
  /** The n-th request gets the n-th response; the last one repeats. */
  readonly answers: readonly (unknown | Canned)[];
  readonly tetherUsd: number | undefined;
  readonly receivedAt: string;
}

/** Responses from memory in place of a network. A function chooses one by URL; an Error is thrown. */
export function canned(...answers: (unknown | Canned)[]): CannedSource {
  return { asked: [], dropped: [], answers, tetherUsd: 1, receivedAt: RECEIVED };
}

/** The client of a source, with these responses in place of the network. */
function clientOf(source: Source, { asked, dropped, answers, receivedAt }: CannedSource): SourceClient {
  const clock = fakeClock(receivedAt);
  const get = async (url: URL) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(url);
    const body = typeof answer === "function" ? (answer as Canned)(url) : answer;
    if (body instanceof Error) throw body;
    const text = JSON.stringify(body) ?? "";
    return { status: 200, text, date: clock.now(), ageMs: 0, retryAfterMs: undefined };
  };
  const warn = ({ metric, reason, rows }: LogFields) => {
    for (let row = 0; row < Number(rows); row++) dropped.push([String(metric), String(reason)]);
  };
  const options = { base: new URL("http://source.test"), headers: {}, spacingMs: 0, get };
  return new SourceClient(source, options, clock, { ...quietLog(), warn });
}

/** A source with its client and a price of tether. */
export interface SourceToAsk {
  readonly source: Source;
  readonly client: SourceClient;
  readonly tetherUsd: number | undefined;
}

/** A source that responds with a test's fixtures. */
export function open(source: Source, from: CannedSource): SourceToAsk {
  return { source, client: clientOf(source, from), tetherUsd: from.tetherUsd };
}

/** Whether a source has what is requested. */
export function answersTo(source: Source, request: DataRequest): boolean {
  if (request.kind === "dominance") return hasDominance(source);
  if (request.kind !== "prices") return hasHistory(source) && source.series[request.kind] !== undefined;
  return hasPrices(source) && request.coins.some((coin) => source.coins.includes(coin));
}

/** A source's response to a request. */
export async function observed(
  { source, client, tetherUsd }: SourceToAsk,
  request: DataRequest,
  signal = new AbortController().signal,
): Promise<readonly Observation[]> {
  if (!answersTo(source, request)) return [];
  if (request.kind === "dominance") return hasDominance(source) ? [await source.dominance(client, signal)] : [];
  if (request.kind !== "prices")
    return hasHistory(source) ? source.history(client, request.kind, request, signal, () => tetherUsd) : [];
  if (!hasPrices(source)) return [];
  const coins = request.coins.filter((coin) => source.coins.includes(coin));
  return source.prices(client, coins, signal, tetherUsd);
}

/**
 * Checks what holds for every source: values are plausible; live ones are current; past ones are sorted by time,
 * without duplicates.
 */
export function expectPromises(name: string, { kind }: DataRequest, all: readonly Observation[]): void {
  const now = Date.parse(RECEIVED);
  const isLive = kind === "prices" || kind === "dominance";
  for (const [i, each] of all.entries()) {
    expect(each.source).toBe(name);
    expect(isPlausible(each.metric, each.value)).toBe(true);
    expect(Number.isSafeInteger(each.observedAt)).toBe(true);
    expect(each.observedAt).toBeLessThanOrEqual(now + (isLive ? 5 * MINUTE_MS : 0));
    if (isLive) expect(each.observedAt).toBeGreaterThanOrEqual(now - 2 * HOUR_MS);
    else if (i > 0) expect(each.observedAt).toBeGreaterThan(all[i - 1]?.observedAt ?? 0);
  }
  expect(new Set(all.map(({ metric, observedAt }) => `${metric} ${observedAt}`)).size).toBe(all.length);
}

/** A fresh copy of a payload under `packages/service/test/fixtures/sources`, which a test may change. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads of every shape
export function fixture(name: string): any {
  return JSON.parse(readFileSync(new URL(`../fixtures/sources/${name}.json`, import.meta.url), "utf8"));
}

/** `[instant, value]` of each, for short expectations. */
export function brief(observations: readonly Observation[]): [string, number][] {
  return observations.map((each) => [new Date(each.observedAt).toISOString().slice(0, 16), each.value]);
}
