import { addDays, formatDay, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { brk } from "../../../src/sources/brk.js";
import { brief, canned, type DataRequest, fixture, observed, open } from "../../support/canned-source.js";

const days = { from: utcDay("2026-11-17"), to: utcDay("2026-11-20") };
const DAILY: DataRequest = { kind: "btc-close", ...days };
const MVRV: DataRequest = { kind: "mvrv", ...days };

describe("BRK's days", () => {
  test("are dated by the date series, and the newest one is still forming", async () => {
    const source = canned(fixture("brk-bulk"));
    const all = brief(await observed(open(brk, source), { ...DAILY, to: utcDay("2026-11-21") }));
    expect(all[0]).toEqual(["2026-11-18T00:00", 83110.2]);
    expect(all.at(-1)).toEqual(["2026-11-21T00:00", 84020.5]);
    expect(source.asked.map(String)).toEqual([
      "http://source.test/api/series/bulk?series=date%2Cprice_close%2Cmvrv&index=day1&start=2026-11-17&end=2026-11-23",
    ]);
  });

  test("have MVRV, and a gap is a missing day", async () => {
    const payload = fixture("brk-bulk");
    payload[2].data[1] = null;
    expect(brief(await observed(open(brk, canned(payload)), MVRV)).map((row) => row[1])).toEqual([
      1.5511, 1.5699, 1.5588,
    ]);
    expect(await observed(open(brk, canned(payload)), DAILY)).toHaveLength(4);
  });

  test("are requested from the first price on", async () => {
    const source = canned(fixture("brk-bulk"));
    await observed(open(brk, source), { ...DAILY, from: utcDay("2009-01-01") });
    expect(source.asked[0]?.searchParams.get("start")).toBe("2010-08-16");
  });

  test("of a stalled chain exclude its newest day", async () => {
    const payload = fixture("brk-bulk");
    for (const series of payload) {
      series.data.pop();
      series.end -= 1;
    }
    expect(brief(await observed(open(brk, canned(payload)), DAILY)).at(-1)?.[0]).toBe("2026-11-20T00:00");
  });

  // biome-ignore lint/suspicious/noExplicitAny: modifies a payload
  const spoilt: [string, (bulk: any) => void, string][] = [
    [
      "a series that begins elsewhere",
      (bulk) => Object.assign(bulk[1], { start: bulk[1].start - 7, end: bulk[1].end - 7 }),
      "malformed",
    ],
    ["a series that is too short", (bulk) => bulk[2].data.pop(), "malformed"],
    ["a date missing", (bulk) => bulk[0].data.splice(2, 1, "2026-11-20"), "malformed"],
    ["an invalid date", (bulk) => bulk[0].data.splice(2, 1, "19.11.2026"), "malformed"],
    ["no third series", (bulk) => bulk.pop(), "malformed"],
  ];
  test.each(spoilt)("with %s are rejected as a whole", async (_name, spoil, fault) => {
    const payload = fixture("brk-bulk");
    spoil(payload);
    await expect(observed(open(brk, canned(payload)), DAILY)).rejects.toMatchObject({ fault });
  });

  test.each<[string, 1 | 2, number, number]>([
    ["a price of zero", 1, 3, 3],
    ["an MVRV of zero", 2, 4, 3],
  ])("exclude %s without counting a fault", async (_name, series, closes, ratios) => {
    const payload = fixture("brk-bulk");
    payload[series].data[1] = 0;
    const source = canned(payload);
    expect(await observed(open(brk, source), DAILY)).toHaveLength(closes);
    expect(source.dropped).toEqual([]);
    expect(await observed(open(brk, canned(payload)), MVRV)).toHaveLength(ratios);
  });

  test("exclude the zeros before the first price", async () => {
    const from = utcDay("2010-08-12");
    const dates = Array.from({ length: 9 }, (_, i) => formatDay(addDays(from, i)));
    const series = (data: unknown[]) => ({ version: 1, index: "day1", start: 588, end: 597, data });
    const prices = [0.0, 0.0, 0.0, 0.0, 0.06, 0.07, 0.07, 0.07, 0.066];
    const ratios = [null, 0.0, null, 0.0, 2.1, 2.4, 2.3, 2.3, 2.2];
    const source = canned([series(dates), series(prices), series(ratios)]);
    const to = utcDay("2010-08-19");
    expect(brief(await observed(open(brk, source), { ...DAILY, from, to }))[0]).toEqual(["2010-08-17T00:00", 0.06]);
    expect(brief(await observed(open(brk, source), { ...MVRV, from, to }))[0]).toEqual(["2010-08-17T00:00", 2.1]);
    expect(source.dropped).toEqual([]);
  });
});

test.each([
  [{ error: { type: "unavailable", code: "unavailable", message: "x" } }, "unreachable"],
  [{ error: { type: "not_found", code: "series_not_found", message: "x" } }, "refused"],
])("Bitcoin Research Kit reports an error with %j: %s", (body, fault) => {
  expect(brk.faultIn(body)).toBe(fault);
});
