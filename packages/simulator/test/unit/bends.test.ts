/** Every kind of bend, as it arrives over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Bend } from "../../src/bends.js";
import { type Simulator, startSimulator } from "../../src/server.js";
import { DAY_MS, dateText, dayNumber, HOUR_MS, MINUTE_MS } from "../../src/time.js";

const NOW = "2026-11-21T09:13:00Z";
const NOW_MS = Date.parse(NOW);
const TODAY = dayNumber("2026-11-21");

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ at: NOW, fixed: true });
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.bends.clear();
  simulator.clock.fixAt(NOW_MS);
});

function bend(...bends: readonly Bend[]): void {
  simulator.bends.add(...bends);
}

/** A parsed response, of which each test reads the parts it needs. */
// biome-ignore lint/suspicious/noExplicitAny: the shapes of eight sources
async function get(path: string): Promise<any> {
  return (await fetch(`${simulator.url}/${path}`)).json();
}

const krakenPrice = async (pair = "XBTUSD", key = "XXBTZUSD") =>
  Number((await get(`kraken/0/public/Ticker?pair=${pair}`)).result[key].c[0]);
const bitstampTicker = async () => {
  const { last, timestamp } = await get("bitstamp/api/v2/ticker/btcusd/");
  return { price: Number(last), at: Number(timestamp) * 1000 };
};
const binancePrice = async (coin = "BTC") =>
  Number((await get(`binance/api/v3/ticker/price?symbols=["${coin}USDT"]`))[0].price);
const coingeckoPrice = async () => {
  const path = "coingecko/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true";
  const { usd, last_updated_at } = (await get(path)).bitcoin;
  return { price: usd as number, at: last_updated_at * 1000 };
};
/** Day numbers and values of the last ten days. */
const coinMetrics = async (metric: "PriceUSD" | "CapMVRVCur") => {
  const range = `start_time=${dateText(TODAY - 10)}&end_time=${dateText(TODAY)}`;
  const { data } = await get(`coin-metrics/v4/timeseries/asset-metrics?assets=btc&metrics=${metric}&${range}`);
  return new Map<number, number>(
    data.map((row: { time: string } & Record<string, string>) => [
      dayNumber(row.time.slice(0, 10)),
      Number(row[metric]),
    ]),
  );
};
/** Closes of the last ten days, by the end of their candle. */
const bitstampCandles = async (step: 86_400 | 21_600) => {
  const start = (TODAY - 10) * 86_400;
  const { data } = await get(`bitstamp/api/v2/ohlc/btcusd/?step=${step}&limit=100&start=${start}`);
  return new Map<number, number>(
    data.ohlc.map((row: { timestamp: string; close: string }) => [
      (Number(row.timestamp) + step) * 1000,
      Number(row.close),
    ]),
  );
};
const brk = async () => {
  const range = `start=${dateText(TODAY - 10)}&end=${dateText(TODAY)}`;
  const [price, mvrv] = await get(`brk/api/series/bulk?series=price_close,mvrv&index=day1&${range}`);
  const byDay = ({ data }: { data: readonly (number | null)[] }) =>
    new Map(data.map((value, place) => [TODAY - 10 + place, value]));
  return { price: byDay(price), mvrv: byDay(mvrv) };
};
const coingeckoDominance = async () => {
  const { market_cap_percentage, updated_at } = (await get("coingecko/api/v3/global")).data;
  return { percent: market_cap_percentage.btc as number, at: updated_at * 1000 };
};
const sentiment = async () => {
  const { data } = await get("alternative-me/fng/?limit=10");
  return new Map<number, number>(
    data.map((row: { timestamp: string; value: string }) => [Number(row.timestamp) / 86_400, Number(row.value)]),
  );
};

/** The true price now. */
const priceNow = () => simulator.market.priceAt("btc", NOW_MS);
/** A source's price as a multiple of the true one; exchanges are within a few basis points. */
const factorOf = (price: number) => price / priceNow();

/** The days, counted from today, on which a series differs from the series without the bend. */
function changedDays(before: ReadonlyMap<number, unknown>, after: ReadonlyMap<number, unknown>): readonly number[] {
  return [...before].filter(([day, value]) => after.get(day) !== value).map(([day]) => day - TODAY);
}

describe("a live price", () => {
  test("is multiplied at one source, and right at the others and under its other name", async () => {
    bend({ source: "kraken", figure: "live", coin: "btc", factor: 1.4 });
    expect(factorOf(await krakenPrice())).toBeCloseTo(1.4, 3);
    expect(factorOf((await bitstampTicker()).price)).toBeCloseTo(1, 3);
    const ether = await krakenPrice("ETHUSD", "XETHZUSD");
    expect(ether / simulator.market.priceAt("eth", NOW_MS)).toBeCloseTo(1, 3);
  });

  test("is bent after `from` and up to `to`, until it is corrected", async () => {
    bend({ source: "kraken", from: "2026-11-21T09:13:00Z", to: "2026-11-21T10:00:00Z", factor: 2 });
    bend({ source: "bitstamp", correctedAt: "2026-11-21T09:30:00Z", factor: 3 });
    const factors = async (at: string) => {
      simulator.clock.fixAt(Date.parse(at));
      const right = simulator.market.priceAt("btc", Date.parse(at));
      return [(await krakenPrice()) / right, (await bitstampTicker()).price / right].map(Math.round);
    };
    expect(await factors("2026-11-21T09:13:00Z")).toEqual([1, 3]);
    expect(await factors("2026-11-21T09:14:00Z")).toEqual([2, 3]);
    expect(await factors("2026-11-21T10:00:00Z")).toEqual([2, 1]);
    expect(await factors("2026-11-21T10:01:00Z")).toEqual([1, 1]);
  });

  test("can be off by a number of dollars", async () => {
    bend({ source: "coingecko", figure: "live", offset: -5000 });
    expect((await coingeckoPrice()).price).toBeCloseTo(simulator.market.priceAt("btc", NOW_MS) * 1.00003 - 5000, -2);
  });

  test("is stuck at its value with current times, or at its time, too", async () => {
    const from = "2026-11-21T09:13:00Z";
    const before = await bitstampTicker();
    bend({ source: "bitstamp", figure: "live", from, stuck: "value" });
    bend({ source: "coingecko", figure: "live", from, stuck: "time" });
    simulator.clock.fixAt(NOW_MS + 5 * HOUR_MS);
    expect(await bitstampTicker()).toEqual({ price: before.price, at: NOW_MS + 5 * HOUR_MS });
    expect((await coingeckoPrice()).at).toBe(NOW_MS);
    expect(factorOf((await coingeckoPrice()).price)).toBeCloseTo(1, 3);
  });

  test("is the value from an hour ago, with the current or the old time", async () => {
    bend({ source: "kraken", figure: "live", lagMs: HOUR_MS }, { source: "bitstamp", figure: "live", lateMs: HOUR_MS });
    const hourAgo = simulator.market.priceAt("btc", NOW_MS - HOUR_MS);
    expect((await krakenPrice()) / hourAgo).toBeCloseTo(1, 4);
    expect((await bitstampTicker()).price / hourAgo).toBeCloseTo(1, 3);
    expect((await bitstampTicker()).at).toBe(NOW_MS - HOUR_MS);
  });

  test("scatters within its bounds, differently every minute but the same in every run", async () => {
    bend({ source: "kraken", figure: "live", scatter: 0.05 });
    const offBy: number[] = [];
    for (let minutes = 0; minutes < 40; minutes += 1) {
      simulator.clock.fixAt(NOW_MS + minutes * MINUTE_MS);
      const right = simulator.market.priceAt("btc", NOW_MS + minutes * MINUTE_MS);
      const prices = [await krakenPrice(), await krakenPrice()];
      expect(prices[0]).toBe(prices[1]);
      offBy.push((prices[0] ?? 0) / right - 1);
    }
    expect(Math.max(...offBy.map(Math.abs))).toBeLessThan(0.051);
    expect(Math.min(...offBy)).toBeLessThan(-0.02);
    expect(Math.max(...offBy)).toBeGreaterThan(0.02);
  });

  test("drifts by a share per poll", async () => {
    bend({ source: "kraken", figure: "live", from: NOW, drift: 0.045, perMs: 45_000 });
    simulator.clock.fixAt(NOW_MS + 4 * 45_000);
    const right = simulator.market.priceAt("btc", NOW_MS + 4 * 45_000);
    expect((await krakenPrice()) / right).toBeCloseTo(1.045 ** 4, 3);
  });

  test("follows the service's own last price, if there is one", async () => {
    let last: number | undefined;
    bend({ source: "kraken", figure: "live", coin: "btc", ahead: 0.0095, of: () => last });
    expect(factorOf(await krakenPrice())).toBeCloseTo(1, 3);
    last = 100_000;
    expect(await krakenPrice()).toBe(100_950);
  });

  test("reports a crash that no other source reports", async () => {
    bend({ source: "binance", figure: "live", from: NOW, move: -0.62, overMs: 2 * HOUR_MS });
    const factorAfter = async (hours: number) => {
      simulator.clock.fixAt(NOW_MS + hours * HOUR_MS);
      return (await binancePrice()) / simulator.market.priceAt("btc", NOW_MS + hours * HOUR_MS);
    };
    expect(await factorAfter(1)).toBeCloseTo(Math.sqrt(0.38), 2);
    expect(await factorAfter(7)).toBeCloseTo(0.38, 2);
  });

  test("can belong to another coin or currency", async () => {
    bend({ source: "kraken", figure: "live", coin: "eth", instead: "ltc" });
    bend({ source: "bitstamp", figure: "live", instead: "eur" });
    const litecoin = simulator.market.priceAt("ltc", NOW_MS);
    expect((await krakenPrice("ETHUSD", "XETHZUSD")) / litecoin).toBeCloseTo(1, 3);
    expect(factorOf((await bitstampTicker()).price)).toBeCloseTo(0.87, 3);
  });

  test("of an unknown pair gets each exchange's error, which at Kraken covers all requested pairs", async () => {
    bend({ source: "*", figure: "live", coin: "btc", missing: true });
    expect(await get("kraken/0/public/Ticker?pair=XBTUSD,ETHUSD")).toEqual({ error: ["EQuery:Unknown asset pair"] });
    expect((await fetch(`${simulator.url}/bitstamp/api/v2/ticker/btcusd/`)).status).toBe(404);
    expect((await fetch(`${simulator.url}/binance/api/v3/ticker/price?symbols=["BTCUSDT"]`)).status).toBe(400);
    expect(await get("coingecko/api/v3/simple/price?ids=bitcoin&vs_currencies=usd")).toEqual({});
    expect(await krakenPrice("ETHUSD", "XETHZUSD")).toBeGreaterThan(0);
  });

  test("of tether can be wrong at one source without affecting prices in tether", async () => {
    bend({ source: "kraken", figure: "live", coin: "usdt", factor: 0.9 });
    expect(await krakenPrice("USDTUSD", "USDTZUSD")).toBeCloseTo(0.9, 3);
    expect(factorOf(await binancePrice())).toBeCloseTo(1, 3);
  });
});

test("prices in tether change when tether loses its peg", async () => {
  const depegged = await startSimulator({ at: NOW, fixed: true });
  depegged.market.add({ tetherUsd: 0.9, at: "2026-11-20T00:00:00Z" });
  const prices = await (await fetch(`${depegged.url}/binance/api/v3/ticker/price?symbols=["BNBUSDT"]`)).json();
  const ticker = await (await fetch(`${depegged.url}/kraken/0/public/Ticker?pair=USDTUSD`)).json();
  await depegged.close();
  expect(Number(prices[0].price) / depegged.market.priceAt("bnb", NOW_MS)).toBeCloseTo(1 / 0.9, 3);
  expect(Number(ticker.result.USDTZUSD.c[0])).toBeCloseTo(0.9, 3);
});

describe("a figure of a day", () => {
  test("is bent on whole days, only in its own series", async () => {
    const [close, mvrv, candles, hours] = [
      await coinMetrics("PriceUSD"),
      await coinMetrics("CapMVRVCur"),
      await bitstampCandles(86_400),
      await bitstampCandles(21_600),
    ];
    const days = { from: "2026-11-17T00:00:00Z", to: "2026-11-19T00:00:00Z" };
    bend({ source: "coin-metrics", figure: "mvrv", ...days, factor: 100 });
    bend({ source: "bitstamp", figure: "close", ...days, factor: 1000 });
    const bentMvrv = await coinMetrics("CapMVRVCur");
    expect(changedDays(mvrv, bentMvrv)).toEqual([-4, -3]);
    expect((bentMvrv.get(TODAY - 4) ?? 0) / (mvrv.get(TODAY - 4) ?? 0)).toBeCloseTo(100, 9);
    expect(await coinMetrics("PriceUSD")).toEqual(close);
    const bentCandles = await bitstampCandles(86_400);
    const ends = [...candles].filter(([end, usd]) => bentCandles.get(end) !== usd).map(([end]) => end / DAY_MS - TODAY);
    expect(ends).toEqual([-3, -2]);
    expect(await bitstampCandles(21_600)).toEqual(hours);
  });

  test("is bent in a candle of six hours by the hour at which it ends", async () => {
    const before = await bitstampCandles(21_600);
    const around6 = { from: "2026-11-20T05:00:00Z", to: "2026-11-20T07:00:00Z" };
    bend({ source: "bitstamp", figure: "hour", ...around6, factor: 0.7 });
    const after = await bitstampCandles(21_600);
    const changed = [...before]
      .filter(([end, usd]) => after.get(end) !== usd)
      .map(([end]) => new Date(end).toISOString());
    expect(changed).toEqual(["2026-11-20T06:00:00.000Z"]);
  });

  test("repeats an old value, or drifts by a share per day", async () => {
    const before = await coinMetrics("CapMVRVCur");
    const from = "2026-11-16T00:00:00Z";
    bend({ source: "coin-metrics", figure: "mvrv", from, stuck: "value" });
    bend({ source: "brk", figure: "mvrv", from, drift: 0.015 });
    const { mvrv } = await brk();
    const [stuck, right] = [await coinMetrics("CapMVRVCur"), (await brk()).price];
    expect([1, 2, 3, 4].map((days) => stuck.get(TODAY - days))).toEqual(Array(4).fill(before.get(TODAY - 6)));
    const factorOn = (day: number) => {
      const own = (right.get(day) ?? 0) / simulator.market.closeOf("btc", day);
      return (mvrv.get(day) ?? 0) / simulator.market.mvrvOf(day) / own;
    };
    expect(factorOn(TODAY - 6)).toBeCloseTo(1, 6);
    expect(factorOn(TODAY - 3)).toBeCloseTo(1.015 ** 3, 6);
  });

  test("arrives days late, or stops arriving", async () => {
    bend({ source: "coin-metrics", figure: "mvrv", lateMs: 4 * DAY_MS });
    bend({ source: "brk", figure: "close", from: "2026-11-18T00:00:00Z", stuck: "time" });
    expect(Math.max(...(await coinMetrics("CapMVRVCur")).keys())).toBe(TODAY - 5);
    expect(Math.max(...(await coinMetrics("PriceUSD")).keys())).toBe(TODAY - 1);
    const { price, mvrv } = await brk();
    expect([price.get(TODAY - 4), price.get(TODAY - 3)]).toEqual([expect.any(Number), null]);
    expect(mvrv.get(TODAY - 3)).toEqual(expect.any(Number));
  });

  test("is missing for some days, as a missing row or a missing value", async () => {
    const hole = { from: "2026-11-14T00:00:00Z", to: "2026-11-19T00:00:00Z", missing: true } as const;
    bend({ source: "bitstamp", figure: "close", ...hole }, { source: "coin-metrics", ...hole });
    const ends = [...(await bitstampCandles(86_400)).keys()].map((end) => end / DAY_MS - 1 - TODAY);
    expect(ends).toEqual([-10, -9, -8, -2, -1, 0]);
    expect([...(await coinMetrics("PriceUSD")).keys()].map((day) => day - TODAY)).toEqual([-10, -9, -8, -2, -1]);
    const range = `start_time=2026-11-18&end_time=2026-11-18`;
    simulator.bends.clear();
    bend({ source: "coin-metrics", figure: "mvrv", ...hole });
    const both = `coin-metrics/v4/timeseries/asset-metrics?assets=btc&metrics=PriceUSD,CapMVRVCur&${range}`;
    expect((await get(both)).data).toMatchObject([{ PriceUSD: expect.any(String), CapMVRVCur: null }]);
  });

  test("of Fear & Greed belongs to its own day and is known from that day's beginning", async () => {
    const before = await sentiment();
    bend({ source: "alternative-me", from: "2026-11-19T00:00:00Z", to: "2026-11-20T00:00:00Z", offset: 7 });
    const after = await sentiment();
    expect(changedDays(before, after)).toEqual([-2]);
    expect((after.get(TODAY - 2) ?? 0) - (before.get(TODAY - 2) ?? 0)).toBe(7);
    bend({ source: "alternative-me", lateMs: 10 * HOUR_MS });
    expect(Math.max(...(await sentiment()).keys())).toBe(TODAY - 1);
  });
});

test("dominance is off by a number of points, or hours old", async () => {
  bend({ source: "coingecko", figure: "dominance", offset: 4 });
  const { percent } = await coingeckoDominance();
  expect(percent - simulator.market.dominanceAt(NOW_MS - 3 * MINUTE_MS)).toBeCloseTo(4, 6);
  bend({ source: "coingecko", figure: "dominance", lateMs: 5 * HOUR_MS });
  expect((await coingeckoDominance()).at).toBe(Date.parse("2026-11-21T04:10:00Z"));
  const paprika = await get("coinpaprika/v1/global");
  expect(paprika.bitcoin_dominance_percentage).toBeCloseTo(simulator.market.dominanceAt(NOW_MS) + 0.4, 1);
});

describe("an unavailable source", () => {
  test.each([401, 403, 404, 410, 418, 429, 451, 500, 503] as const)(
    "responds with %s to requests that need the figure",
    async (status) => {
      bend({ source: "coin-metrics", figure: "mvrv", gone: status, retryAfterS: 77 });
      const both =
        "coin-metrics/v4/timeseries/asset-metrics?start_time=2026-11-18&end_time=2026-11-20&assets=btc&metrics=";
      const refused = await fetch(`${simulator.url}/${both}PriceUSD,CapMVRVCur`);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([status, "77"]);
      await refused.arrayBuffer();
      expect((await get(`${both}PriceUSD`)).data).toHaveLength(3);
    },
  );

  test("fails by the market's time, for every request unless the bend has a figure", async () => {
    bend({ source: "alternative-me", from: "2026-11-21T10:00:00Z", to: "2026-11-21T11:00:00Z", gone: 503 });
    const statusAt = async (at: string) => {
      simulator.clock.fixAt(Date.parse(at));
      const response = await fetch(`${simulator.url}/alternative-me/nothing/here`);
      await response.arrayBuffer();
      return [response.status, response.headers.get("retry-after")];
    };
    expect(await statusAt("2026-11-21T10:00:00Z")).toEqual([400, null]);
    expect(await statusAt("2026-11-21T10:30:00Z")).toEqual([503, null]);
    expect(await statusAt("2026-11-21T11:00:01Z")).toEqual([400, null]);
  });

  test("can fail for certain requests only", async () => {
    bend({ source: "kraken", gone: 429, requests: [2, 3] });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const response = await fetch(`${simulator.url}/kraken/0/public/Ticker?pair=XBTUSD`);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 429, 429, 200]);
  });

  test("resets the connection or never responds", async () => {
    bend({ source: "kraken", gone: "reset" }, { source: "brk", gone: "hang" });
    const text = async () => (await fetch(`${simulator.url}/kraken/0/public/Ticker?pair=XBTUSD`)).text();
    await expect(text()).rejects.toThrow();
    const hanging = fetch(`${simulator.url}/brk/api/series/bulk`, { signal: AbortSignal.timeout(200) });
    await expect(hanging).rejects.toThrow("timeout");
  });
});

describe("bends", () => {
  test("of one figure add up in their order", async () => {
    bend({ source: "kraken", figure: "live", factor: 2 }, { source: "kraken", figure: "live", offset: 1000 });
    expect((await krakenPrice()) / (2 * priceNow() + 1000)).toBeCloseTo(1, 4);
  });

  test("that have changed nothing are listed", async () => {
    const used: Bend = { source: "kraken", figure: "live", factor: 2 };
    const unused: Bend = { source: "kraken", figure: "mvrv", factor: 2 };
    bend(used, unused);
    expect(simulator.bends.unused()).toEqual([used, unused]);
    await krakenPrice();
    expect(simulator.bends.unused()).toEqual([unused]);
  });

  test.each<Bend>([
    { source: "krakken", factor: 2 },
    { source: "kraken", from: "yesterday", factor: 2 },
    { source: "kraken", to: "2026-11-21T10:00:00", factor: 2 },
    { source: "kraken", correctedAt: "never", factor: 2 },
    { source: "kraken", stuck: "value" },
    { source: "kraken", drift: 0.01 },
    { source: "kraken", move: -0.5 },
  ])("that cannot be parsed are rejected: %j", (unreadable) => {
    expect(() => bend(unreadable)).toThrow(RangeError);
  });
});
