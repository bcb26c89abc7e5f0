import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { coinMetrics } from "../../../src/sources/coin-metrics.js";
import { brief, canned, type DataRequest, fixture, observed, open } from "../../support/canned-source.js";

const days = { from: utcDay("2026-11-17"), to: utcDay("2026-11-20") };
const DAILY: DataRequest = { kind: "btc-close", ...days };
const MVRV: DataRequest = { kind: "mvrv", ...days };

describe("Coin Metrics' days", () => {
  test("are dated at 24:00, and a day without MVRV keeps its close", async () => {
    const source = canned(fixture("coin-metrics-btc"));
    expect(brief(await observed(open(coinMetrics, source), DAILY))).toEqual([
      ["2026-11-18T00:00", 83120.4410029133],
      ["2026-11-19T00:00", 83944.9],
      ["2026-11-20T00:00", 84655.2],
      ["2026-11-21T00:00", 84012.3],
    ]);
    expect(await observed(open(coinMetrics, canned(fixture("coin-metrics-btc"))), MVRV)).toHaveLength(3);
    expect(source.asked[0]?.pathname).toBe("/v4/timeseries/asset-metrics");
    expect(Object.fromEntries(source.asked[0]?.searchParams ?? [])).toEqual({
      assets: "btc",
      metrics: "PriceUSD,CapMVRVCur",
      frequency: "1d",
      start_time: "2026-11-17",
      end_time: "2026-11-20",
      page_size: "10000",
      paging_from: "start",
    });
  });

  test("of other coins need only a price", async () => {
    const data = fixture("coin-metrics-btc").data.map((row: object) => ({
      ...row,
      asset: "eth",
      CapMVRVCur: undefined,
    }));
    const source = canned({ data });
    expect(await observed(open(coinMetrics, source), { ...DAILY, kind: "eth-close" })).toHaveLength(4);
    expect(source.asked[0]?.searchParams.get("metrics")).toBe("PriceUSD");
  });

  test("without any MVRV, which is sometimes two weeks late, are not a fault", async () => {
    const payload = fixture("coin-metrics-btc");
    for (const row of payload.data) row.CapMVRVCur = null;
    expect(await observed(open(coinMetrics, canned(payload)), DAILY)).toHaveLength(4);
    expect(await observed(open(coinMetrics, canned(payload)), MVRV)).toEqual([]);
  });

  test.each([
    ["CapMVRVCur", DAILY, "PriceUSD", 4],
    ["PriceUSD", MVRV, "CapMVRVCur", 3],
  ] as const)("are still returned when %s is refused", async (refused, request, alone, count) => {
    const source = canned((url: URL) => {
      const metrics = url.searchParams.get("metrics")?.split(",") ?? [];
      if (metrics.includes(refused)) throw new SourceError("coin-metrics", "refused", "status 403");
      const rows: Record<string, unknown>[] = fixture("coin-metrics-btc").data;
      return { data: rows.map((row) => ({ asset: "btc", time: row["time"], [alone]: row[alone] })) };
    });
    expect(await observed(open(coinMetrics, source), request)).toHaveLength(count);
    expect(source.asked.map((url) => url.searchParams.get("metrics"))).toEqual(["PriceUSD,CapMVRVCur", alone]);
  });

  test("fail if both metrics are refused, and are requested once if the source says to wait", async () => {
    for (const [fault, times] of [
      ["refused", 2],
      ["throttled", 1],
    ] as const) {
      const source = canned(new SourceError("coin-metrics", fault, "status"));
      await expect(observed(open(coinMetrics, source), DAILY)).rejects.toMatchObject({ fault });
      expect(source.asked).toHaveLength(times);
    }
  });

  test("with only a price count from 03:30 UTC on: before, the price may still move", async () => {
    const source = canned(fixture("coin-metrics-btc"));
    const count = async (receivedAt: string) =>
      (await observed(open(coinMetrics, { ...source, receivedAt }), DAILY)).length;
    expect(await count("2026-11-21T03:29:59Z")).toBe(3);
    expect(await count("2026-11-21T03:30:00Z")).toBe(4);
  });

  test("of last night may be missing", async () => {
    const yesterday = { from: utcDay("2026-11-20"), to: utcDay("2026-11-20") };
    expect(await observed(open(coinMetrics, canned({ data: [] })), { ...DAILY, ...yesterday })).toEqual([]);
  });

  test("with another asset are rejected as a whole", async () => {
    const payload = fixture("coin-metrics-btc");
    payload.data[1].asset = "eth";
    for (const request of [DAILY, MVRV])
      await expect(observed(open(coinMetrics, canned(payload)), request)).rejects.toMatchObject({ fault: "malformed" });
  });

  test.each([
    ["at a time within the day", "2026-11-18T01:00:00Z"],
    ["of a day that does not exist", "2026-11-31T00:00:00Z"],
  ])("exclude a row %s, and are rejected if every row is like that", async (_name, time) => {
    const payload = fixture("coin-metrics-btc");
    payload.data[1].time = time;
    const source = canned(payload);
    expect(await observed(open(coinMetrics, source), DAILY)).toHaveLength(3);
    expect(source.dropped.map(([, reason]) => reason)).toEqual(["invalid time"]);
    for (const row of payload.data) row.time = time;
    for (const request of [DAILY, MVRV])
      await expect(observed(open(coinMetrics, canned(payload)), request)).rejects.toMatchObject({ fault: "malformed" });
  });
});

test.each([[""], [null], [undefined]])(
  "a Coin Metrics response that names %j as its next page is the only page",
  async (next) => {
    const source = canned({ ...fixture("coin-metrics-btc"), next_page_url: next });
    expect(await observed(open(coinMetrics, source), DAILY)).toHaveLength(4);
  },
);

test("a Coin Metrics response with a next page is rejected, because none was ever seen", async () => {
  const source = canned({ ...fixture("coin-metrics-btc"), next_page_url: "http://source.test/v4/x?t=1" });
  await expect(observed(open(coinMetrics, source), DAILY)).rejects.toMatchObject({ fault: "malformed" });
  expect(source.asked).toHaveLength(1);
});

const FORBIDDEN = { error: { type: "forbidden", message: "Requested metric 'CapRealUSD' is not available." } };

test.each([
  [FORBIDDEN, "refused"],
  [{ error: { type: "too_many_requests", message: "x" } }, "throttled"],
])("Coin Metrics reports an error with %j: %s", (body, fault) => {
  expect(coinMetrics.faultIn(body)).toBe(fault);
});
