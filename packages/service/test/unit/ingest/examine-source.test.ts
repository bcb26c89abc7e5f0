import { SECOND_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { Source } from "../../../src/ingest/data-source.js";
import { askEachKind } from "../../../src/ingest/examine-source.js";
import { fakeClock } from "../../support/fake-clock.js";

const never = new AbortController().signal;

/** A source of prices alone, which fails once it is asked: at once, or when the signal aborts. */
function failing(error: Error, isAtOnce: boolean): Source {
  return {
    name: "one",
    answers: ({ kind }) => kind === "prices",
    async *observe(_request, signal) {
      if (!isAtOnce) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield* []; // a generator, of no page
      throw error;
    },
  };
}

test("doctor gives a source 30 s to answer", async () => {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const answers = askEachKind(failing(new Error("aborted"), false), clock, never);
  await clock.advance(30 * SECOND_MS);
  expect(await answers).toEqual([{ source: "one", kind: "price", isFault: true, detail: "no answer in time" }]);
});

test("doctor reports what a source refuses, and throws what is a bug", async () => {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const refused = failing(new SourceError("one", "refused", "status 403"), true);
  expect(await askEachKind(refused, clock, never)).toMatchObject([
    { isFault: true, detail: "one is refused: status 403" },
  ]);
  await expect(askEachKind(failing(new TypeError("bug"), true), clock, never)).rejects.toThrow("bug");
});
