import fc from "fast-check";
import { utcDay } from "peak-cycle-model";
import { faultyAnswer, SOURCES as SIMULATED } from "peak-cycle-simulator";
import { describe, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { SOURCES } from "../../../src/sources/order.js";
import {
  answersTo,
  canned,
  type DataRequest,
  expectPromises,
  observed,
  open,
  RECEIVED,
  type SourceToAsk,
} from "../../support/canned-source.js";

const NOW = Date.parse(RECEIVED);
type Json = unknown;

const PRICES: DataRequest = { kind: "prices", coins: ["btc", "eth"] };
const DAYS = { from: utcDay("2026-11-17"), to: utcDay("2026-11-21") };
const DAILY: DataRequest = { kind: "btc-close", ...DAYS };
const MVRV: DataRequest = { kind: "mvrv", ...DAYS };
const HOURLY: DataRequest = { kind: "btc-hour-close", ...DAYS };
const DOMINANCE: DataRequest = { kind: "dominance" };
const FEAR_GREED: DataRequest = { kind: "fear-greed", ...DAYS };
const REQUESTS = [PRICES, DAILY, MVRV, HOURLY, DOMINANCE, FEAR_GREED];

const CASES = SOURCES.flatMap((each) =>
  REQUESTS.filter((request) => answersTo(each, request)).map(
    (request) => [each.name, request.kind, each, request] as const,
  ),
);

/** The simulator's response to a request of a source: a complete, correct payload of the documented shape. */
function wellFormed(name: string, url: URL): Json {
  const source = SIMULATED.find((each) => each.name === name);
  const { pathname: path, searchParams: query } = url;
  return source && faultyAnswer(source, { path, query, nowMs: NOW }, []).body;
}

/** Either a SourceError, or observations that keep every promise of the interface. */
async function keepsPromises(source: SourceToAsk, request: DataRequest): Promise<void> {
  const all = await observed(source, request).catch((error: unknown) => {
    if (error instanceof SourceError) return [];
    throw error;
  });
  expectPromises(source.source.name, request, all);
}

/** Replaces one part of a document, chosen by the steps, with something else. */
function spoil(document: Json, steps: readonly number[], replacement: Json): Json {
  const [step, ...rest] = steps;
  if (step === undefined || typeof document !== "object" || document === null) return replacement;
  const keys = Object.keys(document);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const copy: Record<string, Json> = Array.isArray(document) ? ([...document] as never) : { ...document };
  copy[key] = spoil((document as Record<string, Json>)[key], rest, replacement);
  return copy;
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<Json>("", null, 0, -1, "0", "1e400", 1e308, "NaN", [], {}, true, "99999999999999", 4.5, "__proto__"),
);

describe.each(CASES)("%s, queried for %s", (name, _kind, source, request) => {
  test("and with any part of its JSON replaced returns a SourceError or valid observations", async () => {
    const known = new Map<string, Json>();
    const good = (url: URL) => {
      const payload = known.get(url.href) ?? wellFormed(name, url);
      known.set(url.href, payload);
      return payload;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(12), { maxLength: 6 }), odd, (steps, replacement) =>
        keepsPromises(
          open(
            source,
            canned((url: URL) => spoil(good(url), steps, replacement)),
          ),
          request,
        ),
      ),
      { numRuns: 250 },
    );
  });
});
