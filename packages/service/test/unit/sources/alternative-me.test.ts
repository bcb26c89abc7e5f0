import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { alternativeMe } from "../../../src/sources/alternative-me.js";
import { brief, canned, type DataRequest, fixture, observed, open } from "../../support/canned-source.js";

const TODAY = utcDay("2026-11-21");
const WEEK: DataRequest = { kind: "fear-greed", from: utcDay("2026-11-15"), to: TODAY };

describe("Fear & Greed", () => {
  test("is returned oldest first, dated at the beginning of its day; a missing day stays missing", async () => {
    const source = canned(fixture("alternative-me"));
    expect(brief(await observed(open(alternativeMe, source), WEEK))).toEqual([
      ["2026-11-18T00:00", 58],
      ["2026-11-20T00:00", 62],
      ["2026-11-21T00:00", 71],
    ]);
    expect(source.asked.map(String)).toEqual(["http://source.test/fng/?limit=7&format=json"]);
  });

  test("from before the first wanted day is dropped", async () => {
    const request: DataRequest = { kind: "fear-greed", from: TODAY, to: TODAY };
    expect(brief(await observed(open(alternativeMe, canned(fixture("alternative-me"))), request))).toEqual([
      ["2026-11-21T00:00", 71],
    ]);
  });

  test("of today may be missing", async () => {
    const payload = fixture("alternative-me");
    payload.data.shift();
    const request: DataRequest = { kind: "fear-greed", from: TODAY, to: TODAY };
    expect(await observed(open(alternativeMe, canned(payload)), request)).toEqual([]);
  });

  test("dated 05:00 UTC, as in 2019, belongs to that day", async () => {
    const rows = [
      { value: "40", value_classification: "Fear", timestamp: "1795237200", time_until_update: "68499" },
      { value: "47", value_classification: "Neutral", timestamp: "1795150800" },
    ];
    expect(brief(await observed(open(alternativeMe, canned({ data: rows, metadata: { error: null } })), WEEK))).toEqual(
      [
        ["2026-11-20T00:00", 47],
        ["2026-11-21T00:00", 40],
      ],
    );
  });

  test.each([
    ["a negative value", { value: "-1" }, "out of range", "implausible"],
    ["half a value", { value: "50.5" }, "not a number", "malformed"],
    ["a future day", { timestamp: "1795305600" }, "invalid time", "malformed"],
    ["a time within the day", { timestamp: "1795219201" }, "invalid time", "malformed"],
  ])("drops a row with %s, and is rejected if every row has it", async (_name, change, reason, fault) => {
    const payload = fixture("alternative-me");
    Object.assign(payload.data[0], change);
    const source = canned(payload);
    expect(await observed(open(alternativeMe, source), WEEK)).toHaveLength(2);
    expect(source.dropped.map(([, reason]) => reason)).toEqual([reason]);
    for (const row of payload.data) Object.assign(row, change);
    await expect(observed(open(alternativeMe, canned(payload)), WEEK)).rejects.toMatchObject({ fault });
  });
});

test.each([[{ data: [], metadata: { error: "x" } }, "refused"]])(
  "alternative.me reports an error with %j: %s",
  (body, fault) => {
    expect(alternativeMe.faultIn(body)).toBe(fault);
  },
);
