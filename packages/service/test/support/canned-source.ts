import { readFileSync } from "node:fs";
import type { Instant } from "peak-cycle-model";
import type { Observation } from "../../src/domain/observation.js";
import type { DataRequest, Source } from "../../src/ingest/data-source.js";
import type { FetchedJson, FetchJson } from "../../src/sources/fetch-json.js";
import type { DroppedRow } from "../../src/sources/history-checks.js";
import type { SourceDeps } from "../../src/sources/source.js";
import { fakeClock } from "./fake-clock.js";

/** When the fixtures pretend to have been received. */
export const RECEIVED = "2026-11-21T04:12:10Z";

export type Canned = (url: URL) => unknown;

export interface CannedSource extends SourceDeps {
  /** URLs that were asked for, in order. */
  readonly asked: URL[];
  /** Rows that were left out, in order. */
  readonly dropped: DroppedRow[];
}

/**
 * What a source is built from, with answers from memory instead of a network.
 *
 * @param answers the n-th request gets the n-th answer; the last answer repeats. A function answers by URL; an Error is thrown
 */
export function canned(...answers: (unknown | Canned)[]): CannedSource {
  const clock = fakeClock(RECEIVED);
  const asked: URL[] = [];
  const dropped: DroppedRow[] = [];
  const onDropped = (rows: readonly DroppedRow[]) => void dropped.push(...rows);
  const fetchJson: FetchJson = async (url) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(url);
    const body = typeof answer === "function" ? (answer as Canned)(url) : answer;
    if (body instanceof Error) throw body;
    return plain(body, clock.now());
  };
  return { clock, asked, dropped, base: new URL("http://source.test"), fetchJson, tetherRate: () => 1, onDropped };
}

function plain(body: unknown, receivedAt: Instant): FetchedJson {
  return { body, receivedAt, dateHeader: receivedAt, onContentTime: () => {} };
}

/** A fresh copy of a payload under `packages/service/test/fixtures/sources`, free to be spoiled. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads of every shape
export function fixture(name: string): any {
  return JSON.parse(readFileSync(new URL(`../fixtures/sources/${name}.json`, import.meta.url), "utf8"));
}

/** Every observation a source gives to a request. */
export async function observed(
  source: Source,
  request: DataRequest,
  signal = new AbortController().signal,
): Promise<Observation[]> {
  const all: Observation[] = [];
  for await (const page of source.observe(request, signal)) all.push(...page);
  return all;
}

/** `[moment, value]` of each, for a short expectation. */
export function brief(observations: readonly Observation[]): [string, number][] {
  return observations.map((each) => [new Date(each.observedAt).toISOString().slice(0, 16), each.value]);
}
