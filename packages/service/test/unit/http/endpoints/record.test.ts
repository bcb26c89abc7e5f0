import { expect, test } from "vitest";
import { presentRecord, RecordReply } from "../../../../src/http/endpoints/record.js";
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

test("the year after each phase is told for whole periods, and not where no year has gone by", () => {
  const periodsOf = ({ year_after }: RecordReply) => year_after.map(({ period }) => period);
  const whole = SAMPLE_RECORD.spans.filter(({ cycle }) => cycle === undefined).map(({ period }) => period);
  expect(periodsOf(reply)).toEqual(whole.flatMap((period) => Array(5).fill(period)));
  for (const { p10, median, p90 } of reply.year_after) {
    expect(p10).toBeLessThan(median ?? Number.NaN);
    expect(median).toBeLessThan(p90 ?? Number.NaN);
  }
  const youngest = SAMPLE_RECORD.spans.map((span) => {
    const fifths =
      span.gauges[0]?.fifths.map((each) => ({ ...each, returns: [{ ...each.returns[3]!, days: 0 }] })) ?? [];
    return span.period === "later" ? { ...span, gauges: [{ ...span.gauges[0]!, fifths }] } : span;
  });
  expect(new Set(periodsOf(presentRecord({ ...SAMPLE_RECORD, spans: youngest })))).toEqual(
    new Set(["early", "development"]),
  );
});

test("a turn that the score never announced has no lead", () => {
  expect(reply.turns.map(({ lead_days }) => lead_days)).toContain(null);
  expect(reply.turns[0]).toMatchObject({ kind: "high", date: "2014-09-07", score: expect.any(Number), lead_days: 63 });
});
