import { MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { publishingHolds } from "../../../src/history/publishing-holds.js";
import type { HoldReason } from "../../../src/metrics/meters.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

function open() {
  const [clock, log] = [fakeClock("2026-11-21T12:00:00Z"), quietLog()];
  const counted: [HoldReason, boolean][] = [];
  const meters = { held: (...change: [HoldReason, boolean]) => void counted.push(change) };
  const said = () => log.lines.map(({ level, sentence }) => `${level}: ${sentence}`);
  return { clock, holds: publishingHolds({ clock, log, meters }), said, counted };
}

describe("holding publishing back", () => {
  test("lets everything pass while nothing is held", () => {
    const { holds } = open();
    holds.release("clock");
    expect(() => holds.check()).not.toThrow();
    expect(holds.current()).toEqual([]);
  });

  test("refuses with the detail of the reason, which stays known since when", async () => {
    const { clock, holds } = open();
    const since = clock.now();
    holds.hold("clock", "The clock is 54 hours ahead.");
    await clock.advance(MINUTE_MS);
    holds.hold("clock", "The clock is 53 hours ahead.");
    expect(holds.current()).toEqual([{ reason: "clock", since, detail: "The clock is 53 hours ahead." }]);
    expect(() => holds.check()).toThrow(new PublishingHeldError("The clock is 53 hours ahead."));
  });

  test("goes on when every reason is over, not when one of two is", () => {
    const { holds } = open();
    holds.hold("chain", "The day 2026-11-20 differs.");
    holds.hold("clock", "The clock is 54 hours ahead.");
    holds.release("chain");
    expect(() => holds.check()).toThrow("The clock is 54 hours ahead.");
    holds.release("clock");
    expect(() => holds.check()).not.toThrow();
  });

  test("is logged once when it begins and once when it ends, however often it is reported", () => {
    const { holds, said, counted } = open();
    for (let i = 0; i < 3; i++) holds.hold("clock", "The clock is 54 hours ahead.");
    for (let i = 0; i < 3; i++) holds.release("clock");
    expect(said()).toEqual(["error: publishing is held back", "info: publishing goes on"]);
    expect(counted).toEqual([
      ["clock", true],
      ["clock", false],
    ]);
  });
});
