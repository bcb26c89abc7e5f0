import { HOUR_MS, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { describeDifference, PublishingGate } from "../../../src/jobs/publishing-gate.js";
import { CLOCK_TOLERANCE_MS } from "../../../src/platform/clock.js";
import { Published } from "../../../src/published/published.js";
import type { PriceSource } from "../../../src/sources/source.js";
import { openSources } from "../../../src/sources/sources.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeSource, NO_SETTINGS } from "../../support/fake-source.js";
import { quietLog } from "../../support/quiet-log.js";

const NEVER = new AbortController().signal;

/** How far our clock is ahead of each source, in order; `undefined` if the source does not respond. */
function machine(aheadMs: readonly (number | undefined)[]) {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const log = quietLog();
  const published = new Published();
  const gate = new PublishingGate(clock, log, published);
  const names = ["kraken", "bitstamp", "binance", "coingecko"].slice(0, aheadMs.length);
  const asked: string[] = [];
  const fakes = names.map((name, i): PriceSource => {
    return {
      ...fakeSource(name, () => []),
      prices: async (client) => {
        asked.push(name);
        const ahead = aheadMs[i];
        if (ahead !== undefined) client.offset = { aheadMs: ahead, at: clock.now() };
        return [];
      },
    };
  });
  const sources = openSources(NO_SETTINGS, clock, log, undefined, fakes);
  gate.compareClockWith(sources);
  const confirm = () => gate.confirmClock("confirmed clock", NEVER);
  const lookFor = () => gate.confirmClock("uncontradicted clock", NEVER);
  return { gate, confirm, lookFor, clock, held: () => published.now.get().holds, log, published, asked };
}

describe("before a number is stored permanently", () => {
  test.each([0, CLOCK_TOLERANCE_MS, -CLOCK_TOLERANCE_MS])(
    "two sources confirm a clock that is %d ms off",
    async (off) => {
      const { confirm, asked } = machine([off, off, off]);
      await confirm();
      expect(asked).toEqual(["kraken", "bitstamp"]);
      await confirm();
      expect(asked).toHaveLength(2); // both have just confirmed it
    },
  );

  test("sources without prices confirm the clock if a single source of prices is left", async () => {
    const [clock, log] = [fakeClock("2026-11-21T12:00:00Z"), quietLog()];
    const gate = new PublishingGate(clock, log, new Published());
    const { prices: _, coins: __, dominance: ___, ...metrics } = fakeSource("coin-metrics", () => []);
    gate.compareClockWith(openSources(NO_SETTINGS, clock, log, undefined, [fakeSource("kraken", () => []), metrics]));
    await gate.confirmClock("confirmed clock", NEVER);
    expect(gate.reasons).toEqual([]);
    expect(metrics.asked.map(({ kind }) => kind)).toEqual(["btc-close"]);
  });

  test("sources are queried again once their response is ten minutes old", async () => {
    const { confirm, clock, asked } = machine([0, 0]);
    await confirm();
    await clock.advance(10 * MINUTE_MS + 1);
    await confirm();
    expect(asked).toHaveLength(4);
  });

  test.each([54 * HOUR_MS, -54 * HOUR_MS, CLOCK_TOLERANCE_MS + SECOND_MS])(
    "a clock that is %d ms off is contradicted, and the reason says by how much",
    async (off) => {
      const { confirm, held } = machine([off, off]);
      await expect(confirm()).rejects.toThrow(PublishingHeldError);
      expect(held()).toEqual([`The clock of this machine is ${describeDifference(off)} the sources.`]);
    },
  );

  test("one wrong source among several neither blocks publishing nor is believed", async () => {
    await machine([54 * HOUR_MS, 0, 0]).confirm();
    await expect(machine([54 * HOUR_MS, 0]).confirm()).rejects.toThrow(PublishingHeldError);
  });

  test("one source is too few, unless there is no other", async () => {
    const lone = "1 of the 2 sources needed have confirmed this machine's clock";
    await expect(machine([0, undefined]).confirm()).rejects.toThrow(lone);
    await machine([0]).confirm();
  });

  test("a contradicted clock pauses publishing until sources confirm it, with a line for each", async () => {
    const offsets: (number | undefined)[] = [54 * HOUR_MS, 54 * HOUR_MS];
    const { confirm, held, log, clock } = machine(offsets);
    for (const silent of [false, true]) {
      if (silent) offsets.fill(undefined);
      await clock.advance(11 * MINUTE_MS);
      await expect(confirm()).rejects.toThrow("54 h ahead of");
    }
    offsets.fill(0);
    await confirm();
    expect(held()).toEqual([]);
    expect(log.lines.map(({ sentence }) => sentence)).toEqual(["publishing paused", "publishing resumed"]);
  });
});

test("for figures soon replaced, one source that agrees is enough, and silence is not a contradiction", async () => {
  const { lookFor, asked } = machine([undefined, 0, 0]);
  await lookFor();
  await lookFor();
  expect(asked).toEqual(["kraken", "bitstamp"]);
  await machine([undefined]).lookFor();
  await expect(machine([54 * HOUR_MS]).lookFor()).rejects.toThrow(PublishingHeldError);
});

test("a response from before the clock was set back does not count", async () => {
  const { confirm, gate, clock } = machine([0]);
  await confirm();
  clock.setBack(HOUR_MS);
  expect(gate.clockAheadMs()).toBeUndefined();
});

test.each([
  [90 * SECOND_MS, "90 s ahead of"],
  [-3 * MINUTE_MS, "3 min behind"],
  [54 * HOUR_MS, "54 h ahead of"],
  [365 * 24 * HOUR_MS, "365 days ahead of"],
])("a difference of %d ms is described as %j", (ms, text) => expect(describeDifference(ms)).toBe(text));

describe("the gate with two reasons to hold", () => {
  const [OLDER, NEWER] = ["The clock is 54 hours ahead.", "The clock is 53 hours ahead."];
  const BROKEN =
    "The stored ledger differs from what was signed, starting at entry 7: publishing is paused until this is fixed.";

  /** The clock is wrong, which is found twice, and then the ledger. */
  function heldTwice() {
    const { gate, log, published } = machine([]);
    for (const sentence of [OLDER, NEWER]) gate.hold("clock", sentence);
    for (let reading = 0; reading < 2; reading++) gate.ledgerRead({ position: 7, message: "another hash" });
    return { gate, log, shown: () => published.now.get().holds };
  }

  test("shows both, the older first, each in its newest words", () => {
    const { gate, shown } = heldTwice();
    expect([gate.reasons, shown()]).toEqual([
      ["clock", "chain"],
      [NEWER, BROKEN],
    ]);
  });

  test("refuses with the older one", () => {
    expect(() => heldTwice().gate.check()).toThrow(new PublishingHeldError(NEWER));
  });

  test("refuses with the other one once the first has gone", () => {
    const { gate } = heldTwice();
    gate.release("clock");
    expect(() => gate.check()).toThrow(new PublishingHeldError(BROKEN));
  });

  test("is open and shows nothing once both have gone", () => {
    const { gate, shown } = heldTwice();
    gate.release("clock");
    gate.ledgerRead(undefined);
    gate.check();
    expect([gate.sentence, shown()]).toEqual([undefined, []]);
  });

  test("logs each reason once, and once that it is open again", () => {
    const { gate, log } = heldTwice();
    gate.release("clock");
    gate.ledgerRead(undefined);
    expect(log.lines.map(({ level, sentence }) => `${level}: ${sentence}`)).toEqual([
      "error: publishing paused",
      "error: the stored ledger differs from what was signed",
      "error: publishing paused",
      "info: publishing resumed",
    ]);
  });
});

test("a gate without a reason is open, and releasing one that it does not have changes nothing", () => {
  const { gate, log } = machine([]);
  gate.release("clock");
  gate.check();
  expect(log.lines).toEqual([]);
});
