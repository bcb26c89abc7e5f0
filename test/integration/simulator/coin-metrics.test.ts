import { describe, expect, test } from "vitest";
import { askingSimulator } from "./ask.js";

const { ask, askAt, simulator } = askingSimulator();
const ROUTE = "/coin-metrics/v4/timeseries/asset-metrics";
const full = `${ROUTE}?assets=btc&metrics=PriceUSD,CapMVRVCur&paging_from=start&page_size=10000`;

interface Row {
  readonly asset: string;
  readonly time: string;
  readonly PriceUSD?: string | null;
  readonly CapMVRVCur?: string | null;
}

describe("coin metrics", () => {
  test("without paging parameters the answer is the newest 100 rows, oldest first, and the way to earlier ones", async () => {
    const { json } = await ask(`${ROUTE}?assets=btc&metrics=PriceUSD`);
    expect(json.data).toHaveLength(100);
    expect(json.data[99].time).toBe("2026-11-20T00:00:00.000000000Z");
    const earlier = await ask(new URL(json.next_page_url).pathname + new URL(json.next_page_url).search);
    expect(earlier.json.data).toHaveLength(100);
    expect(earlier.json.data[99].time < json.data[0].time).toBe(true);
  });

  test("one large page holds every day from 2010-07-18 to yesterday, as decimal strings", async () => {
    const { json } = await ask(full);
    expect(json.next_page_url).toBeUndefined();
    expect(json.data[0].time).toBe("2010-07-18T00:00:00.000000000Z");
    expect(json.data.at(-1).time).toBe("2026-11-20T00:00:00.000000000Z");
    expect(json.data).toHaveLength(5970);
    expect(
      json.data.every((row: Row) => /^\d+\.\d+$/.test(row.PriceUSD ?? "") && /^\d+\.\d+$/.test(row.CapMVRVCur ?? "")),
    ).toBe(true);
  });

  test("pages from the start, followed unmodified, give the same rows as one page", async () => {
    const whole = await ask(full);
    let path = `${ROUTE}?assets=btc&metrics=PriceUSD,CapMVRVCur&paging_from=start&page_size=2000`;
    const rows: Row[] = [];
    let pages = 0;
    for (; path !== ""; pages += 1) {
      const { json } = await ask(path);
      rows.push(...json.data);
      path = json.next_page_url === undefined ? "" : json.next_page_url.replace(simulator().url, "");
    }
    expect(pages).toBe(3);
    expect(rows).toEqual(whole.json.data);
  });

  test("start and end are inclusive", async () => {
    const { json } = await ask(`${full}&start_time=2021-01-01&end_time=2021-01-03`);
    expect(json.data.map((row: Row) => row.time.slice(0, 10))).toEqual(["2021-01-01", "2021-01-02", "2021-01-03"]);
  });

  test("several assets are sorted by asset, or by time where asked", async () => {
    const query = `${ROUTE}?assets=eth,btc&metrics=PriceUSD&start_time=2021-01-01&end_time=2021-01-02`;
    const byAsset = await ask(query);
    expect(byAsset.json.data.map((row: Row) => row.asset)).toEqual(["btc", "btc", "eth", "eth"]);
    const byTime = await ask(`${query}&sort=time`);
    expect(byTime.json.data.map((row: Row) => row.asset)).toEqual(["btc", "eth", "btc", "eth"]);
  });

  test("before about 03:20 UTC the newest row has a price and nulls, later all of it", async () => {
    const early = await askAt("2026-11-21T01:00:00Z", full);
    expect(early.json.data.at(-1)).toMatchObject({ time: "2026-11-20T00:00:00.000000000Z", CapMVRVCur: null });
    expect(early.json.data.at(-1).PriceUSD).toMatch(/^\d/);
    const later = await askAt("2026-11-21T03:21:00Z", full);
    expect(later.json.data.at(-1).CapMVRVCur).toMatch(/^\d/);
  });

  test("chain counters begin with the chain, prices are null before there are any", async () => {
    const { json } = await ask(`${ROUTE}?assets=btc&metrics=SplyCur,PriceUSD,IssTotNtv&paging_from=start`);
    expect(json.data[0]).toMatchObject({ time: "2009-01-03T00:00:00.000000000Z", PriceUSD: null });
  });

  test("a paid metric fails the whole call with 403, unless told to pass over it", async () => {
    const refused = await ask(`${ROUTE}?assets=btc&metrics=PriceUSD,CapRealUSD`);
    expect(refused.status).toBe(403);
    expect(refused.json.error.type).toBe("forbidden");
    const passed = await ask(
      `${ROUTE}?assets=btc&metrics=PriceUSD,CapRealUSD&ignore_forbidden_errors=true&page_size=1`,
    );
    expect(Object.keys(passed.json.data[0])).toEqual(["asset", "time", "PriceUSD"]);
  });

  test.each([
    "assets=sol&metrics=PriceUSD",
    "assets=bnb&metrics=PriceUSD",
    "assets=nope&metrics=PriceUSD",
    "assets=btc",
    "assets=btc&metrics=PriceUSD&page_size=10001",
  ])("%s is a bad parameter", async (query) => {
    const { status, json } = await ask(`${ROUTE}?${query}`);
    expect(status).toBe(400);
    expect(json.error.type).toBe("bad_parameter");
  });

  test("an asset without one of the metrics has no such key", async () => {
    const { json } = await ask(
      `${ROUTE}?assets=xrp,eth&metrics=PriceUSD,CapMVRVCur&start_time=2026-11-19&end_time=2026-11-19`,
    );
    expect(json.data.map((row: Row) => [row.asset, "CapMVRVCur" in row])).toEqual([
      ["eth", true],
      ["xrp", false],
    ]);
  });

  test("the price of a day is the exchanges' close of that day within a few basis points", async () => {
    const metrics = await ask(`${full}&start_time=2026-11-19&end_time=2026-11-19`);
    const rows = await ask("/kraken/0/public/OHLC?pair=XBTUSD&interval=1440");
    const close = rows.json.result.XXBTZUSD.at(-3)[4];
    expect(Number(metrics.json.data[0].PriceUSD) / Number(close)).toBeCloseTo(1, 3);
  });
});
