import { FIRST_DAY, startOf } from "peak-cycle-model";
import { nextLink } from "peak-cycle-verify";
import { expect, test } from "vitest";
import { HistoryReply, presentHistory } from "../../../../src/http/endpoints/history.js";
import { sampleRows } from "../samples.js";

test("what is presented agrees with the schema", () => {
  const reply = presentHistory(sampleRows());
  expect(HistoryReply.parse(reply)).toEqual(reply);
});

test("the schema refuses a gap, another order and another number of days", () => {
  const { data, ...rest } = presentHistory(sampleRows());
  const other = (rows: typeof data) => HistoryReply.safeParse({ ...rest, data: rows }).success;
  expect(other(data)).toBe(true);
  expect(other(data.toReversed())).toBe(false);
  expect(other(data.slice(1))).toBe(false);
  expect(other([...presentHistory(sampleRows("2026-10-22", 1)).data, ...data.slice(1)])).toBe(false);
});

test("the numbers of a row are those that are chained, to the byte", () => {
  const [sample] = sampleRows();
  const closed = { day: FIRST_DAY, closedAt: startOf(FIRST_DAY), price: 1, majors: {}, sources: "{}" };
  const missing = { mvrv: undefined, fearGreed: undefined, dominance: undefined };
  for (const smoothed of [0, 0.05, 44.949999999999996, 45, 99.95]) {
    const row = { ...sample!, smoothed, btcPriceUsd: smoothed * 1000.0049 };
    const shown = JSON.stringify(presentHistory([row]).data[0]).replace(/"phase":"[^"]*",/, "");
    const { entry } = nextLink(undefined, { ...closed, ...missing, row });
    expect(entry).toContain(`"row":${shown.slice(0, -1)},`);
  }
});
