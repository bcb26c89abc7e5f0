import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, NotEnoughDataError, SECOND_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { publishingHolds } from "../../../src/history/publishing-holds.js";
import { CLOCK_TOLERANCE_MS, clockEvidence, describeDifference } from "../../../src/ingest/clock-evidence.js";
import type { ClockDifference } from "../../../src/metrics/meters.js";
import { quietLog } from "../../support/quiet-log.js";

const YEAR_MS = 365 * DAY_MS;

/** A machine whose clock is `aheadMs` off while true time goes on. */
function machine(aheadMs = 0) {
  const time = { true: Date.parse("2026-11-21T12:00:00Z"), aheadMs, asleepMs: 0 };
  const clock = { now: () => (time.true + time.aheadMs) as Instant };
  const log = quietLog();
  const holds = publishingHolds({ clock, log });
  let difference: () => ClockDifference = () => ({ sources: undefined, database: undefined });
  const meters = {
    clock(read: () => ClockDifference) {
      difference = read;
    },
  };
  const evidence = clockEvidence({ clock, monotonicMs: () => time.true - time.asleepMs, holds, meters });
  return {
    time,
    log,
    holds,
    evidence,
    difference: () => difference(),
    /** Sources answer with their clocks, each so far off. */
    hear(...offMs: readonly number[]) {
      for (const [i, off] of offMs.entries()) {
        const at = (time.true + off) as Instant;
        evidence.note({ source: `source ${i}`, from: at, to: at });
      }
    },
  };
}

describe("the clock of the machine", () => {
  test.each([0, 1, -1])("is confirmed by one source within %d times the tolerance", (times) => {
    const { evidence, hear } = machine(times * CLOCK_TOLERANCE_MS);
    hear(0);
    expect(evidence.verdict()).toBe("confirmed");
    expect(() => evidence.checkConfirmed()).not.toThrow();
  });

  test.each([
    ["54 hours ahead", 54 * HOUR_MS],
    ["54 hours behind", -54 * HOUR_MS],
    ["a little more than the tolerance ahead", CLOCK_TOLERANCE_MS + SECOND_MS],
    ["a little more than the tolerance behind", -CLOCK_TOLERANCE_MS - SECOND_MS],
  ])("%s is contradicted by one source and by all", (_what, aheadMs) => {
    for (const sources of [1, 2, 3, 8]) {
      const { evidence, hear } = machine(aheadMs);
      hear(...Array.from({ length: sources }, () => 0));
      expect(evidence.verdict()).toBe("contradicted");
      for (const check of [evidence.checkNotHeld, evidence.checkConfirmed]) expect(check).toThrow(PublishingHeldError);
    }
  });

  test("is unknown while no source has answered, and nothing is frozen then", () => {
    const { evidence, holds } = machine();
    expect(evidence.verdict()).toBe("unknown");
    expect(() => evidence.checkConfirmed()).toThrow(NotEnoughDataError);
    expect(() => evidence.checkNotHeld()).not.toThrow();
    expect(holds.current()).toEqual([]);
  });

  test("is unknown again two hours after the last answer", () => {
    const { time, evidence, hear } = machine();
    hear(0);
    time.true += 2 * HOUR_MS;
    expect(evidence.verdict()).toBe("confirmed");
    time.true += 1;
    expect(evidence.verdict()).toBe("unknown");
  });

  test("of two sources that differ nobody can tell which is wrong", () => {
    const { evidence, hear } = machine();
    hear(0, 54 * HOUR_MS);
    expect(evidence.verdict()).toBe("contradicted");
  });

  test("that strays in steps too small to see is contradicted by what was heard before", () => {
    const { time, evidence, hear } = machine();
    hear(0);
    for (let step = 0; step < 25; step++) {
      time.aheadMs += 5 * SECOND_MS;
      evidence.verdict();
    }
    expect(evidence.verdict()).toBe("contradicted");
  });
});

describe("what an answer says about the time", () => {
  const said = (aheadMs: number, fromMs: number, toMs: number) => {
    const { time, evidence } = machine(aheadMs);
    evidence.note({ source: "a", from: (time.true + fromMs) as Instant, to: (time.true + toMs) as Instant });
    return evidence.verdict();
  };

  test("may be a span: within it the clock is right", () => {
    expect(said(0, -5 * MINUTE_MS, 5 * MINUTE_MS)).toBe("confirmed");
    expect(said(54 * HOUR_MS, -5 * MINUTE_MS, 5 * MINUTE_MS)).toBe("contradicted");
    expect(said(-54 * HOUR_MS, -5 * MINUTE_MS, 5 * MINUTE_MS)).toBe("contradicted");
  });

  test("may have no end: it contradicts a clock that is behind, and confirms none", () => {
    expect(said(-54 * HOUR_MS, 0, Number.POSITIVE_INFINITY)).toBe("contradicted");
    expect(said(0, 0, Number.POSITIVE_INFINITY)).toBe("unknown");
    expect(said(54 * HOUR_MS, 0, Number.POSITIVE_INFINITY)).toBe("unknown");
  });
});

describe("the clock of the database server", () => {
  test("alone says nothing about the machine's", () => {
    const { time, evidence } = machine();
    evidence.noteDatabase(time.true as Instant);
    expect(evidence.verdict()).toBe("unknown");
  });

  test.each([
    ["right", 0, 0, undefined],
    ["ahead", 0, 54 * HOUR_MS, "The clock of the database server is 54 h ahead of the sources."],
    ["behind", 0, -3 * MINUTE_MS, "The clock of the database server is 3 min behind the sources."],
    ["right while the machine's is not", -54 * HOUR_MS, 0, "The clock of this machine is 54 h behind the sources."],
    [
      "as wrong as the machine's",
      54 * HOUR_MS,
      54 * HOUR_MS,
      "The clock of this machine is 54 h ahead of the sources. The clock of the database server is 54 h ahead of the sources.",
    ],
  ])("%s: the reason names whose clock is wrong", (_what, aheadMs, databaseMs, detail) => {
    const { time, evidence, holds, hear } = machine(aheadMs);
    evidence.noteDatabase((time.true + databaseMs) as Instant);
    hear(0, 0);
    expect(evidence.verdict()).toBe(detail === undefined ? "confirmed" : "contradicted");
    expect(holds.current()[0]?.detail).toBe(detail);
  });
});

describe("publishing", () => {
  test("is held back from the contradiction until a source confirms the clock, with a line for each", () => {
    const { time, evidence, holds, log, hear } = machine();
    hear(0, 0);
    time.aheadMs = 54 * HOUR_MS;
    for (let i = 0; i < 5; i++) hear(0, 0);
    expect(holds.current()).toMatchObject([{ reason: "clock" }]);
    time.aheadMs = 0;
    evidence.verdict();
    expect(holds.current()).toHaveLength(1); // nobody has said anything since
    for (let i = 0; i < 5; i++) hear(0, 0);
    expect(holds.current()).toEqual([]);
    expect(log.lines.map(({ sentence }) => sentence)).toEqual(["publishing is held back", "publishing goes on"]);
  });

  test("is not held back any more by a process that has stopped publishing", () => {
    const { evidence, holds, hear } = machine(54 * HOUR_MS);
    hear(0);
    evidence.forget();
    expect([evidence.verdict(), holds.current()]).toEqual(["unknown", []]);
  });

  test("that is held back for another reason is not let through by a right clock", () => {
    const { evidence, holds, hear } = machine();
    hear(0);
    holds.hold("chain", "The day 2026-11-20 differs.");
    expect(() => evidence.checkNotHeld()).toThrow("The day 2026-11-20 differs.");
  });
});

test("the difference is the median of the sources that decide, and that of the database", () => {
  const { time, evidence, difference, hear } = machine(10 * SECOND_MS);
  expect(difference()).toEqual({ sources: undefined, database: undefined });
  evidence.noteDatabase((time.true - SECOND_MS) as Instant);
  hear(0, SECOND_MS, -SECOND_MS, YEAR_MS);
  expect(difference()).toEqual({ sources: 10 * SECOND_MS, database: 11 * SECOND_MS });
});

test.each([
  [90 * SECOND_MS, "90 s ahead of"],
  [-3 * MINUTE_MS, "3 min behind"],
  [54 * HOUR_MS, "54 h ahead of"],
  [YEAR_MS, "365 days ahead of"],
])("a difference of %d ms is described as %j", (ms, text) => expect(describeDifference(ms)).toBe(text));
