import { expect, test } from "vitest";
import { presentRecord, RecordReply } from "../../../../src/http/routes/record.js";
import { SAMPLE_RECORD } from "../../../support/sample-record.js";

const reply = presentRecord(SAMPLE_RECORD);

test("the record as the public reads it agrees with its schema", () => {
  expect(RecordReply.parse(reply)).toEqual(reply);
  expect(RecordReply.parse(presentRecord({ ...SAMPLE_RECORD, hindsight: undefined })).hindsight).toBeNull();
});

test("alarms are counted by what came of them, and what was missed beside them", () => {
  expect(reply.flags).toEqual({
    top_risk: { right: 1, false: 1, open: 1, missed: 1 },
    descent_guard: { right: 1, false: 1, open: 0, missed: 1 },
  });
});

test("each period has its own days and flags, and those of all periods add up", () => {
  expect(reply.periods.map(({ period }) => period)).toEqual(["early", "development", "later"]);
  const [, , later] = reply.periods;
  expect(later).toMatchObject({ from: "2023-01-01", to: reply.to });
  for (const flag of ["top_risk", "descent_guard"] as const) {
    for (const verdict of ["right", "false", "open", "missed"] as const) {
      const sum = reply.periods.reduce((count, { flags }) => count + flags[flag][verdict], 0);
      expect(sum).toBe(reply.flags[flag][verdict]);
    }
  }
});

test("the year after each phase is told of every period, and not where no year has gone by", () => {
  const { periods } = SAMPLE_RECORD;
  expect(reply.year_after.map(({ period }) => period)).toEqual(periods.flatMap(({ period }) => Array(5).fill(period)));
  expect(reply.year_after[1]).toEqual({
    ...{ period: "early", phase_key: "ACUM", days: 34, p10: -0.6, median: 1.1, p90: 6.5, rose: 0.6 },
  });
  const phases = periods[2]!.phases.map((each) => ({ ...each, yearAfter: undefined }));
  const young = { ...SAMPLE_RECORD, periods: [...periods.slice(0, 2), { ...periods[2]!, phases }] };
  expect(new Set(presentRecord(young).year_after.map(({ period }) => period))).toEqual(
    new Set(["early", "development"]),
  );
});

test("a turn that the score never announced has no lead", () => {
  expect(reply.turns.map(({ lead_days }) => lead_days)).toContain(null);
  expect(reply.turns[0]).toMatchObject({ kind: "high", date: "2014-09-07", score: expect.any(Number), lead_days: 63 });
});

test("a turn has what each plain measure read, or null", () => {
  expect(reply.turns[0]?.readings).toEqual({ mvrv: 90.3, mayer: 100, power_law: 99.9, fear_greed: null });
  expect(reply.turns.at(-1)?.readings.fear_greed).toBe(72.3);
});
