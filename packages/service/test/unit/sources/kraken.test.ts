import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { kraken } from "../../../src/sources/kraken.js";
import { brief, canned, type DataRequest, fixture, observed, open, RECEIVED } from "../../support/canned-source.js";

const PRICES: DataRequest = { kind: "prices", coins: ["btc", "eth", "doge", "usdt", "bnb"] };
const DAILY: DataRequest = { kind: "btc-close", from: utcDay("2026-11-18"), to: utcDay("2026-11-21") };
const HOURLY: DataRequest = { kind: "btc-hour-close", from: utcDay("2026-11-20"), to: utcDay("2026-11-22") };

describe("Kraken's live prices", () => {
  test("are fetched in one call for all coins it lists", async () => {
    const source = canned(fixture("kraken-ticker"));
    const all = await observed(open(kraken, source), PRICES);
    expect(source.asked.map(String)).toEqual([
      "http://source.test/0/public/Ticker?pair=XBTUSD%2CETHUSD%2CDOGEUSD%2CUSDTUSD",
    ]);
    expect(all.map((each) => [each.metric, each.value])).toEqual([
      ["btc-price", 84380.6],
      ["eth-price", 2933.1],
      ["doge-price", 0.152],
      ["usdt-price", 0.9999],
    ]);
    expect(all[0]).toMatchObject({
      source: "kraken",
      observedAt: Date.parse(RECEIVED),
      fetchedAt: Date.parse(RECEIVED),
    });
  });

  test.each([
    ["XXBTZUSD", "btc", 1],
    ["XBTUSD", "btc", 1],
    ["XBT/USD", "btc", 1],
    ["BTC/USD", "btc", 1],
    ["XDGUSD", "doge", 1],
    ["XLTCZUSD", "ltc", 1],
    ["XBTEUR", "btc", 0],
    ["XETHZUSD", "btc", 0],
  ] as const)("under %s belong to %s: %d", async (name, coin, count) => {
    const renamed = { error: [], result: { [name]: fixture("kraken-ticker").result.XXBTZUSD } };
    const prices: DataRequest = { kind: "prices", coins: [coin] };
    const all = await observed(open(kraken, canned(renamed)), prices).catch((error: { fault: string }) => error.fault);
    expect(count === 0 ? all : all.length).toBe(count === 0 ? "malformed" : count);
  });
});

test("an impossible price of Kraken's is dropped and logged once, and the others count", async () => {
  const ticker = fixture("kraken-ticker");
  ticker.result.XETHZUSD.c[0] = "2933100000.00";
  const source = canned(ticker);
  const opened = open(kraken, source);
  const first = await observed(opened, PRICES);
  await observed(opened, PRICES);
  expect(first.map(({ metric }) => metric)).toEqual(["btc-price", "doge-price", "usdt-price"]);
  expect(source.dropped).toEqual([["eth-price", "eth-price is out of range"]]);
});

test("an impossible price of Kraken's is counted", async () => {
  const ticker = fixture("kraken-ticker");
  ticker.result.XETHZUSD.c[0] = "-1";
  const opened = open(kraken, canned(ticker));
  const counted: number[] = [];
  opened.client.onRowsLeftOut = (rows) => counted.push(rows);
  await observed(opened, PRICES);
  expect(counted).toEqual([1]);
});

describe("Kraken's daily closes", () => {
  test("are dated at 24:00 of their day, and the running day is dropped", async () => {
    const source = canned(fixture("kraken-ohlc"));
    expect(brief(await observed(open(kraken, source), DAILY))).toEqual([
      ["2026-11-19T00:00", 83944.9],
      ["2026-11-20T00:00", 84655.2],
      ["2026-11-21T00:00", 84012.3],
    ]);
    expect(Object.fromEntries(source.asked[0]?.searchParams ?? [])).toEqual({
      pair: "XBTUSD",
      interval: "1440",
      since: "1794959999",
    });
  });

  test("are malformed without rows, with two pairs, of another pair, or off the daily grid", async () => {
    const shifted = fixture("kraken-ohlc");
    for (const row of shifted.result.XXBTZUSD) row[0] += 3600;
    const two = fixture("kraken-ohlc");
    two.result.OTHER = [];
    const { XXBTZUSD, last } = fixture("kraken-ohlc").result;
    const other = { error: [], result: { XETHZUSD: XXBTZUSD, last } };
    for (const payload of [{ error: [], result: { XXBTZUSD: [], last: 0 } }, shifted, two, other]) {
      await expect(observed(open(kraken, canned(payload)), DAILY)).rejects.toMatchObject({ fault: "malformed" });
    }
  });

  test("of days before the newest 719 are absent, which is not a fault", async () => {
    const old: DataRequest = { kind: "btc-close", from: utcDay("2015-01-01"), to: utcDay("2015-02-01") };
    expect(await observed(open(kraken, canned(fixture("kraken-ohlc"))), old)).toEqual([]);
  });

  test("of future days are not requested", async () => {
    const source = canned(fixture("kraken-ohlc"));
    expect(await observed(open(kraken, source), { ...DAILY, from: utcDay("2026-11-21") })).toEqual([]);
    expect(source.asked).toEqual([]);
  });
});

test("Kraken's hourly closes are the ones at 06:00, dated at their end", async () => {
  const body = fixture("kraken-ohlc-hourly");
  // The recording is from before 06:00: six hours later it would look like this.
  const [pair = ""] = Object.keys(body.result);
  for (const candle of body.result[pair]) candle[0] -= 18 * 3600;
  const source = canned(body);
  expect(brief(await observed(open(kraken, source), HOURLY))).toEqual([["2026-11-20T06:00", 84050.5]]);
  expect(source.asked[0]?.searchParams.get("interval")).toBe("60");
});

test.each([
  [{ error: ["EGeneral:Too many requests"] }, "throttled"],
  [{ error: ["EGeneral:Temporary lockout"], result: null }, "throttled"],
  [{ error: ["EAPI:Rate limit exceeded"], result: {} }, "throttled"],
  [{ error: ["EService:Throttled: 1795230000"] }, "throttled"],
  [{ error: ["EService:Unavailable"] }, "unreachable"],
  [{ error: "EQuery:Unknown asset pair" }, "unlisted"],
])("Kraken reports an error with %j: %s", (body, fault) => {
  expect(kraken.faultIn(body)).toBe(fault);
});
