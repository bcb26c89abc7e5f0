import { SECOND_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { askEachKind } from "../../../src/commands/examine-source.js";
import { SourceError } from "../../../src/domain/errors.js";
import type { OpenSource } from "../../../src/sources/all.js";
import type { Source } from "../../../src/sources/source.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeSource } from "../../support/fake-source.js";

const never = new AbortController().signal;

/** A source of Bitcoin's price alone. */
function only(prices: NonNullable<Source["prices"]>): OpenSource {
  const { history, ...source } = fakeSource("kraken", () => undefined);
  return { ...source, prices };
}

const failing = (error: Error) => only(() => Promise.reject(error));

/** Fails when the signal aborts. */
const hanging = only(
  (_client, _coins, signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
);

test("peak doctor gives a source 30 s to answer", async () => {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const answers = askEachKind(hanging, clock, never);
  await clock.advance(30 * SECOND_MS);
  expect(await answers).toEqual([
    { source: "kraken", kind: "price", isFault: true, detail: "kraken: no answer in time (unreachable)" },
  ]);
});

test("peak doctor reports what a source refuses, and throws a bug", async () => {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const refused = failing(new SourceError("kraken", "refused", "status 403"));
  expect(await askEachKind(refused, clock, never)).toMatchObject([
    { isFault: true, detail: "kraken: status 403 (refused)" },
  ]);
  await expect(askEachKind(failing(new TypeError("bug")), clock, never)).rejects.toThrow("bug");
});
