import { expect, test } from "vitest";
import { UpstreamError } from "../../../src/domain/errors.js";
import { faultOf } from "../../../src/operations/ask-sources.js";
import { CallTooLong } from "../../../src/operations/timing.js";

const never = new AbortController().signal;

test("a question that fails by name has that fault, also when time is up", () => {
  const error = new UpstreamError("one", "throttled", "made up");
  expect(faultOf(error, never)).toBe("throttled");
  expect(faultOf(error, AbortSignal.abort(new CallTooLong("8 s")))).toBe("throttled");
});

test("a question that takes too long finds the source unreachable", () => {
  expect(faultOf(new Error("aborted"), AbortSignal.abort(new CallTooLong("8 s")))).toBe("unreachable");
});

test("a stop of the service and a bug are nobody's fault", () => {
  expect(faultOf(new Error("aborted"), AbortSignal.abort(new Error("SIGTERM")))).toBeUndefined();
  expect(faultOf(new TypeError("bug"), never)).toBeUndefined();
});
