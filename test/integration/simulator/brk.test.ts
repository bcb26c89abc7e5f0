import { describe, expect, test } from "vitest";
import { askingSimulator } from "./ask.js";

const { ask, askAt } = askingSimulator();
const bulk = "/brk/api/series/bulk?series=date,price_close,mvrv&index=day1";
/** 2009-01-01 is position 0, so 2026-11-21 is position 6533. */
const TODAY = 6533;

describe("brk", () => {
  test("a series is an envelope of positions from 2009-01-01 on, today's unfinished value last", async () => {
    const { json } = await ask("/brk/api/series/mvrv/day1");
    expect(json).toMatchObject({ version: 12, index: "day1", type: "StoredF32", start: 0, end: TODAY + 1 });
    expect(json.stamp).toBe("2026-11-21T07:30:20Z");
    expect(json.data).toHaveLength(TODAY + 1);
    expect(json.data[0]).toBeNull();
    expect(json.data.at(-1)).toEqual(expect.any(Number));
  });

  test("bulk is one envelope per series in the order asked for, and the date series tells the days", async () => {
    const { json } = await ask(`${bulk}&start=2011-01-01&end=2011-01-03`);
    expect(json).toHaveLength(3);
    expect(json[0]).toMatchObject({ type: "Date", start: 730, end: 732, data: ["2011-01-01", "2011-01-02"] });
    expect(json[1].data).toEqual([expect.any(Number), expect.any(Number)]);
  });

  test("prices are zero before 2010-08-16, and there is no MVRV", async () => {
    const { json } = await ask("/brk/api/series/bulk?series=price_close,mvrv&index=day1&start=2010-08-15&limit=2");
    expect([json[0].data[0], json[1].data[0]]).toEqual([0, null]);
    expect(json[0].data[1]).toBeGreaterThan(0.03);
    expect(json[1].data[1]).toBeGreaterThan(0);
  });

  test("ends may count from the end, and limit counts only without an end", async () => {
    const last = await ask(`${bulk}&start=-2`);
    expect(last.json[0].data).toEqual(["2026-11-20", "2026-11-21"]);
    const limited = await ask(`${bulk}&start=100&limit=3`);
    expect(limited.json[0]).toMatchObject({ start: 100, end: 103 });
    const both = await ask(`${bulk}&start=100&end=110&limit=3`);
    expect(both.json[0]).toMatchObject({ start: 100, end: 110 });
  });

  test.each(["1d", "d", "day", "date", "daily", "day1", "dateindex"])("%s is the daily index", async (index) => {
    const { json } = await ask(`/brk/api/series/mvrv/${index}?start=-1`);
    expect(json.index).toBe("day1");
  });

  test("the bare parts of a series are bare", async () => {
    const [data, latest, len] = await Promise.all(
      ["data?start=-2", "latest", "len"].map((part) => ask(`/brk/api/series/mvrv/day1/${part}`)),
    );
    expect(data?.json).toHaveLength(2);
    expect(latest?.json).toBe(data?.json[1]);
    expect(len?.json).toBe(TODAY + 1);
  });

  test("the live price is a bare number near the exchanges'", async () => {
    const [live, ticker] = await Promise.all([
      ask("/brk/api/mempool/price"),
      ask("/kraken/0/public/Ticker?pair=XBTUSD"),
    ]);
    expect(live.json / Number(ticker.json.result.XXBTZUSD.c[0])).toBeCloseTo(1, 2);
  });

  test.each(["/brk/api/mempool/price?x=1", `${bulk}&page=2`, "/brk/api/series/mvrv/day1?from=3"])(
    "%s has an unknown parameter and is rejected",
    async (path) => {
      const { status, json, headers } = await ask(path);
      expect(status).toBe(400);
      expect(headers.get("content-type")).toBe("application/problem+json");
      expect(json.error).toMatchObject({ type: "invalid_request", code: "parse_error" });
    },
  );

  test("an unknown series is a 404 that names its code, alone and in bulk", async () => {
    for (const path of ["/brk/api/series/nope/day1", "/brk/api/series/bulk?series=mvrv,nope&index=day1"]) {
      const { status, json } = await ask(path);
      expect(status).toBe(404);
      expect(json.error.code).toBe("series_not_found");
    }
  });

  test("an ETag sent back is answered 304 while nothing new is known, and 200 after the next block", async () => {
    const first = await ask(bulk);
    const etag = first.headers.get("etag") ?? "";
    const again = (at: string) => ask(bulk, { headers: { "if-none-match": etag, "x-simulator-at": at } });
    const same = await again("2026-11-21T07:31:00Z");
    expect([same.status, same.text, same.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await again("2026-11-21T07:40:01Z")).status).toBe(200);
  });

  test("valuation agrees with the other source of it within five percent", async () => {
    const series = await askAt("2026-11-21T07:00:00Z", "/brk/api/series/mvrv/day1?start=2021-04-13&limit=1");
    const metrics = await ask(
      "/coin-metrics/v4/timeseries/asset-metrics?assets=btc&metrics=CapMVRVCur&start_time=2021-04-13&end_time=2021-04-13",
    );
    expect(series.json.data[0] / Number(metrics.json.data[0].CapMVRVCur)).toBeCloseTo(1, 2);
  });
});
