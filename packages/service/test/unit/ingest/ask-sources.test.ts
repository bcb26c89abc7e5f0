import { expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { kindsOf, sourceFault } from "../../../src/ingest/ask-sources.js";
import { SOURCE_NAMES } from "../../../src/sources/all.js";

test("every source is in some chain, and what is no source in none", () => {
  expect(SOURCE_NAMES.filter((name) => kindsOf(name).length === 0)).toEqual([]);
  expect(kindsOf("nobody")).toEqual([]);
});

test("a source is there for all kinds whose chain it is in", () => {
  expect(kindsOf("coingecko")).toEqual(["prices", "dominance"]);
  expect(kindsOf("coin-metrics")).toEqual(["daily", "mvrv"]);
});

const never = new AbortController().signal;

test("a request that fails by name has that fault, also when time is up", () => {
  const error = new SourceError("one", "throttled", "made up");
  expect(sourceFault(error, never)).toBe("throttled");
  expect(sourceFault(error, AbortSignal.abort(new SourceError("one", "unreachable", "8 s")))).toBe("throttled");
});

test("a request that takes too long finds the source unreachable", () => {
  const late = new SourceError("one", "unreachable", "no answer in time");
  expect(sourceFault(new Error("aborted"), AbortSignal.abort(late))).toBe("unreachable");
});

test("a stop of the service and a bug are nobody's fault", () => {
  expect(sourceFault(new Error("aborted"), AbortSignal.abort(new Error("SIGTERM")))).toBeUndefined();
  expect(sourceFault(new TypeError("bug"), never)).toBeUndefined();
});
