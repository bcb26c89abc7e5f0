import { SECOND_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { askEachKind } from "../../../src/commands/examine-source.js";
import { SourceError } from "../../../src/domain/errors.js";
import type { PriceSource } from "../../../src/sources/source.js";
import { openSources } from "../../../src/sources/sources.js";
import { type FakeClock, fakeClock } from "../../support/fake-clock.js";
import { fakeSource, NO_SETTINGS } from "../../support/fake-source.js";
import { quietLog } from "../../support/quiet-log.js";

const never = new AbortController().signal;

/** What doctor reports about a source that has only Bitcoin's price. */
function examine(prices: PriceSource["prices"], clock: FakeClock = fakeClock("2026-11-21T12:00:00Z")) {
  const { dominance, history, series, ...source } = fakeSource("kraken", () => undefined);
  const sources = openSources(NO_SETTINGS, clock, quietLog(), undefined, [{ ...source, prices } as PriceSource]);
  return Array.fromAsync(askEachKind(sources, "kraken", clock, never));
}

test("peak doctor does not wait for a source that hangs", async () => {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  const answers = examine((_client, _coins, signal) => untilAborted(signal), clock);
  await clock.advance(6 * SECOND_MS);
  expect(await answers).toEqual([
    { source: "kraken", kind: "price", isFault: true, detail: "kraken: no response in time (unreachable)" },
  ]);
});

test("peak doctor reports a source's refusal, but throws bugs", async () => {
  const refused = examine(() => Promise.reject(new SourceError("kraken", "refused", "status 403")));
  expect(await refused).toMatchObject([{ isFault: true, detail: "kraken: status 403 (refused)" }]);
  await expect(examine(() => Promise.reject(new TypeError("bug")))).rejects.toThrow("bug");
});
