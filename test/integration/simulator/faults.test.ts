import { describe, expect, test } from "vitest";
import { FAULTS, type Fault } from "../../../simulator/faults.js";
import type { FaultOptions } from "../../../simulator/faults-switchboard.js";
import type { SourceName } from "../../../simulator/upstream.js";
import { AT, askingSimulator, type Heard, seconds } from "./ask.js";

const { simulator, ask } = askingSimulator();

const TICKER = "/kraken/0/public/Ticker?pair=XBTUSD";
const DAYS = "/bitstamp/api/v2/ohlc/btcusd/?step=86400&limit=30";
const MOOD = "/alternative-me/fng/?limit=30";
const CHAIN = "/coin-metrics/v4/timeseries/asset-metrics?assets=btc&metrics=PriceUSD,CapMVRVCur&page_size=20";
const SERIES = "/brk/api/series/bulk?series=date,mvrv&index=day1&start=-20";
const SHARE = "/coingecko/api/v3/global";

/** What a fault does to the answer of a path: compared with the right answer of the same instant. */
interface Case {
  readonly fault: Fault;
  readonly path: string;
  readonly options?: FaultOptions;
  check(wrong: Heard, right: Heard): void;
}

const status = (fault: Fault, code: number, path = TICKER): Case => ({
  fault,
  path,
  check: (wrong) => expect(wrong.status).toBe(code),
});

const html = (fault: Fault, code: number): Case => ({
  fault,
  path: TICKER,
  check: (wrong) => {
    expect(wrong.status).toBe(code);
    expect(wrong.headers.get("content-type")).toContain("text/html");
    expect(wrong.json).toBeUndefined();
  },
});

// biome-ignore lint/suspicious/noExplicitAny: rows of any source
const rowsOf = (heard: Heard): any[] => heard.json.data.ohlc;

const CASES: readonly Case[] = [
  { fault: "ok", path: TICKER, check: (wrong, right) => expect(wrong.text).toBe(right.text) },
  { fault: "slow", path: TICKER, options: { ms: 20 }, check: (wrong, right) => expect(wrong.text).toBe(right.text) },
  { fault: "slow-body", path: DAYS, options: { ms: 20 }, check: (wrong, right) => expect(wrong.text).toBe(right.text) },
  {
    fault: "200-truncated-json",
    path: DAYS,
    check: (wrong, right) => {
      expect(wrong.status).toBe(200);
      expect(right.text.startsWith(wrong.text)).toBe(true);
      expect(wrong.json).toBeUndefined();
    },
  },
  {
    fault: "over-20-mb",
    path: TICKER,
    check: (wrong, right) => {
      expect(wrong.text.length).toBeGreaterThan(20 * 1_048_576);
      expect(wrong.text.trimStart()).toBe(right.text);
    },
  },
  {
    fault: "gzip-bomb",
    path: TICKER,
    check: (wrong, right) => {
      expect(wrong.headers.get("content-encoding")).toBe("gzip");
      expect(wrong.text.length).toBeGreaterThan(60 * 1_048_576);
      expect(wrong.text.trimStart()).toBe(right.text);
    },
  },
  html("200-html", 200),
  html("403-html-waf", 403),
  html("520 html", 520),
  html("522 html", 522),
  html("524 html", 524),
  {
    fault: "200-empty",
    path: TICKER,
    check: (wrong) => {
      expect([wrong.status, wrong.text]).toEqual([200, ""]);
      expect(wrong.headers.get("content-type")).toContain("json");
    },
  },
  status("204", 204),
  status("304", 304),
  status("400-body", 400, "/brk/api/mempool/price"),
  status("404", 404, "/brk/api/mempool/price"),
  status("414", 414),
  status("500", 500),
  status("503", 503),
  {
    fault: "405-post",
    path: TICKER,
    check: (wrong) => expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]),
  },
  {
    fault: "401-range",
    path: SHARE,
    check: (wrong) => {
      expect(wrong.status).toBe(401);
      expect(wrong.json.error.status.error_code).toBe(10012);
    },
  },
  {
    fault: "402",
    path: "/coinpaprika/v1/global",
    check: (wrong) => {
      expect(wrong.status).toBe(402);
      expect(wrong.json).toEqual({ error: expect.any(String) });
    },
  },
  {
    fault: "403-forbidden-metric",
    path: CHAIN,
    check: (wrong) => {
      expect(wrong.status).toBe(403);
      expect(wrong.json.error.type).toBe("forbidden");
    },
  },
  {
    fault: "418+Retry-After",
    path: "/binance/api/v3/ticker/price?symbol=BTCUSDT",
    check: (wrong) => {
      expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([418, "120"]);
      expect(wrong.json.code).toBe(-1003);
    },
  },
  {
    fault: "429+Retry-After secs",
    path: TICKER,
    options: { seconds: 7 },
    check: (wrong) => expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([429, "7"]),
  },
  {
    fault: "429+Retry-After HTTP-date",
    path: TICKER,
    options: { seconds: 60 },
    check: (wrong) => {
      expect(wrong.status).toBe(429);
      expect(Date.parse(wrong.headers.get("retry-after") ?? "")).toBe(Date.parse(AT) + 60_000);
    },
  },
  {
    fault: "429 bare",
    path: SHARE,
    check: (wrong) => {
      expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([429, null]);
      expect(wrong.json.status.error_code).toBe(429);
    },
  },
  {
    fault: "429 hour-quota",
    path: TICKER,
    check: (wrong) => {
      expect(wrong.status).toBe(429);
      expect(wrong.json.error.code).toBe("RATE_LIMIT_HOUR_EXCEEDED");
    },
  },
  {
    fault: "451-binance",
    path: "/binance/api/v3/ticker/price?symbol=BTCUSDT",
    check: (wrong) => {
      expect(wrong.status).toBe(451);
      expect(wrong.json).toEqual({ code: 0, msg: expect.stringContaining("restricted location") });
    },
  },
  {
    fault: "200-error-array",
    path: TICKER,
    check: (wrong) => {
      expect(wrong.status).toBe(200);
      expect(wrong.json).toEqual({ error: ["EGeneral:Too many requests"] });
    },
  },
  {
    fault: "200-warning-array",
    path: TICKER,
    check: (wrong, right) => {
      expect(wrong.json.error).toEqual(["WGeneral:Deprecated"]);
      expect(wrong.json.result).toEqual(right.json.result);
    },
  },
  {
    fault: "200-status-error",
    path: MOOD,
    check: (wrong) => {
      expect(wrong.status).toBe(200);
      expect(wrong.json).toMatchObject({ data: [], metadata: { error: expect.any(String) } });
    },
  },
  {
    fault: "redirect-301",
    path: TICKER,
    check: (wrong) => {
      expect(wrong.status).toBe(301);
      expect(wrong.headers.get("location")).toBe("http://elsewhere.invalid/0/public/Ticker?pair=XBTUSD");
    },
  },
  {
    fault: "redirect-302",
    path: TICKER,
    options: { location: "http://other.invalid" },
    check: (wrong) => expect(new URL(wrong.headers.get("location") ?? "").host).toBe("other.invalid"),
  },
  {
    fault: "200-wrong-shape",
    path: TICKER,
    check: (wrong, right) => expect(wrong.json).toEqual([right.json]),
  },
  { fault: "empty-rows", path: DAYS, check: (wrong) => expect(rowsOf(wrong)).toEqual([]) },
  {
    fault: "stale-timestamp",
    path: SHARE,
    options: { seconds: 3600 },
    check: (wrong, right) => {
      expect(wrong.json.data.updated_at).toBe(right.json.data.updated_at - 3600);
      expect(Date.parse(wrong.headers.get("date") ?? "")).toBe(Date.parse(right.headers.get("date") ?? "") - 3_600_000);
    },
  },
  {
    fault: "stale-timestamp",
    path: MOOD,
    check: (wrong, right) => expect(wrong.json.data).toEqual(right.json.data.slice(3)),
  },
  {
    fault: "future-timestamp",
    path: DAYS,
    check: (wrong, right) => {
      expect(Number(rowsOf(wrong).at(-1).timestamp)).toBe(Number(rowsOf(right).at(-1).timestamp) + 2 * 86_400);
      expect(rowsOf(wrong).slice(0, -1)).toEqual(rowsOf(right).slice(0, -1));
    },
  },
  {
    fault: "open-last-row",
    path: CHAIN,
    check: (wrong, right) => {
      expect(wrong.json.data.at(-1).time).toBe("2026-11-21T00:00:00.000000000Z");
      expect(Number(wrong.json.data.at(-1).PriceUSD) / Number(right.json.data.at(-1).PriceUSD)).toBeCloseTo(0.5, 6);
      expect(wrong.json.data.slice(0, -1)).toEqual(right.json.data);
    },
  },
  {
    fault: "duplicate-row",
    path: DAYS,
    check: (wrong, right) => {
      expect(rowsOf(wrong)).toHaveLength(rowsOf(right).length + 1);
      expect(rowsOf(wrong).at(-2)).toEqual(rowsOf(wrong).at(-3));
    },
  },
  {
    fault: "gap-day",
    path: DAYS,
    options: { day: "2026-11-10", count: 2 },
    check: (wrong, right) => {
      const missing = rowsOf(right).filter((row) => !rowsOf(wrong).some((each) => each.timestamp === row.timestamp));
      expect(missing.map((row) => Number(row.timestamp))).toEqual([seconds("2026-11-10"), seconds("2026-11-11")]);
    },
  },
  {
    fault: "unsorted",
    path: DAYS,
    check: (wrong, right) => {
      const byTime = (a: { timestamp: string }, b: { timestamp: string }) => Number(a.timestamp) - Number(b.timestamp);
      expect(rowsOf(wrong)).not.toEqual(rowsOf(right));
      expect(rowsOf(wrong).sort(byTime)).toEqual(rowsOf(right));
    },
  },
  {
    fault: "null-tail",
    path: CHAIN,
    check: (wrong) => expect(wrong.json.data.at(-1)).toMatchObject({ PriceUSD: null, CapMVRVCur: null }),
  },
  {
    fault: "null-hole",
    path: SERIES,
    check: (wrong, right) => {
      expect(wrong.json[1].data[10]).toBeNull();
      expect(wrong.json[0]).toEqual(right.json[0]);
    },
  },
  {
    fault: "missing-key",
    path: SHARE,
    check: (wrong) => {
      expect(wrong.json.data.market_cap_percentage.btc).toBeUndefined();
      expect(wrong.json.data.market_cap_percentage.eth).toEqual(expect.any(Number));
    },
  },
  {
    fault: "missing-key",
    path: SERIES,
    check: (wrong, right) => {
      expect(wrong.json[1].data).toBeUndefined();
      expect(wrong.json[0]).toEqual(right.json[0]);
    },
  },
  {
    fault: "type-flip",
    path: MOOD,
    check: (wrong, right) => {
      expect(wrong.json.data[0].value).toBe(Number(right.json.data[0].value));
      expect(wrong.json.data[0].timestamp).toBe(Number(right.json.data[0].timestamp));
    },
  },
  {
    fault: "type-flip",
    path: SHARE,
    check: (wrong, right) => {
      const share = right.json.data.market_cap_percentage.btc;
      expect(wrong.json.data.market_cap_percentage.btc).toBe(String(share));
    },
  },
  {
    fault: "zero-price",
    path: TICKER,
    check: (wrong) => expect(wrong.json.result.XXBTZUSD.c[0]).toBe("0.00000"),
  },
  {
    fault: "10x-spike",
    path: TICKER,
    check: (wrong, right) => {
      expect(Number(wrong.json.result.XXBTZUSD.c[0])).toBeCloseTo(10 * Number(right.json.result.XXBTZUSD.c[0]), 4);
      expect(wrong.json.result.XXBTZUSD.c[0]).toMatch(/^\d+\.\d{5}$/);
    },
  },
  {
    fault: "10x-spike",
    path: DAYS,
    options: { rows: "history", factor: 100 },
    check: (wrong, right) => {
      expect(rowsOf(wrong).at(-1)).toEqual(rowsOf(right).at(-1));
      expect(Number(rowsOf(wrong)[0].close)).toBeCloseTo(100 * Number(rowsOf(right)[0].close), 2);
    },
  },
  {
    fault: "revised-history",
    path: CHAIN,
    check: (wrong, right) => {
      expect(Number(wrong.json.data[0].PriceUSD) / Number(right.json.data[0].PriceUSD)).toBeCloseTo(1.03, 6);
      expect(wrong.json.data.slice(-7)).toEqual(right.json.data.slice(-7));
    },
  },
  {
    fault: "page-loop",
    path: `${CHAIN}&next_page_token=any`,
    check: (wrong) => {
      expect(wrong.status).toBe(200);
      expect(wrong.json.data.at(-1).time).toBe("2026-11-20T00:00:00.000000000Z");
      expect(wrong.json.next_page_url).toContain("next_page_token=");
    },
  },
  {
    fault: "page-loop",
    path: `${DAYS}&start=1400000000`,
    check: (wrong) => expect(Number(rowsOf(wrong).at(-1).timestamp)).toBe(seconds("2026-11-21")),
  },
  {
    fault: "cross-host next_page_url",
    path: CHAIN,
    check: (wrong, right) => {
      expect(new URL(wrong.json.next_page_url).host).toBe("elsewhere.invalid");
      expect(wrong.json.data).toEqual(right.json.data);
    },
  },
  {
    fault: "shifted-start",
    path: SERIES,
    check: (wrong, right) => {
      expect(wrong.json[1].start).toBe(right.json[1].start - 7);
      expect(wrong.json[1].data).toEqual(right.json[1].data);
    },
  },
  {
    fault: "redeploy",
    path: SERIES,
    check: (wrong) => {
      expect(wrong.status).toBe(404);
      expect(wrong.json.error.code).toBe("series_not_found");
    },
  },
  {
    fault: "redeploy",
    path: DAYS,
    check: (wrong) =>
      expect(Object.keys(rowsOf(wrong)[0])).toEqual(["timestamp", "open", "high", "low", "close_v2", "volume"]),
  },
];

/** Faults that leave nothing to read; tested one by one below. */
const WITHOUT_ANSWER: readonly Fault[] = ["hang", "reset", "dns-fail"];

describe("the failure catalogue", () => {
  test.each(CASES.map((each) => [each.fault, each.path, each] as const))(
    "%s on %s",
    async (fault, path, { options, check }) => {
      const right = await ask(path, { redirect: "manual" });
      simulator().faults.set(path.split("/")[1] as SourceName, fault, options);
      const wrong = await ask(path, { redirect: "manual" });
      expect(wrong.headers.get("x-simulated")).toBe("true");
      check(wrong, right);
    },
  );

  test("every fault of the list is tried here", () => {
    const tried = new Set([...CASES.map((each) => each.fault), ...WITHOUT_ANSWER]);
    expect(FAULTS.filter((fault) => !tried.has(fault))).toEqual([]);
  });

  test("hang takes the request and never answers", async () => {
    simulator().faults.set("kraken", "hang");
    await expect(ask(TICKER, { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("reset promises a whole body and breaks off inside it", async () => {
    simulator().faults.set("kraken", "reset");
    const response = await fetch(simulator().url + TICKER);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test("dns-fail gives no byte of an answer", async () => {
    simulator().faults.set("kraken", "dns-fail");
    await expect(fetch(simulator().url + TICKER)).rejects.toThrow("fetch failed");
  });

  test("a fault of one path leaves the others of the same source alone", async () => {
    simulator().faults.set("kraken", "503", { path: "/0/public/OHLC" });
    expect((await ask("/kraken/0/public/OHLC?pair=XBTUSD")).status).toBe(503);
    expect((await ask(TICKER)).status).toBe(200);
  });

  test("history that is revised after the first fetch", async () => {
    simulator().faults.set("coin-metrics", "revised-history", { after: 1 });
    const [first, second] = [await ask(CHAIN), await ask(CHAIN)];
    expect(second.json.data[0].PriceUSD).not.toBe(first.json.data[0].PriceUSD);
  });

  test("content faults act on the rows of every source in their own shape", async () => {
    const newest: readonly [string, (heard: Heard) => unknown][] = [
      ["/kraken/0/public/OHLC?pair=XBTUSD&interval=1440", (heard) => heard.json.result.XXBTZUSD.at(-1)[4]],
      ["/bitstamp/api/v2/ticker/btcusd/", (heard) => heard.json.last],
      ["/binance/api/v3/klines?symbol=BTCUSDT&interval=1d&limit=5", (heard) => heard.json.at(-1)[4]],
      ["/binance/api/v3/ticker/price?symbol=BTCUSDT", (heard) => heard.json.price],
      ["/coingecko/api/v3/simple/price?ids=bitcoin&vs_currencies=usd", (heard) => heard.json.bitcoin.usd],
      ["/coingecko/api/v3/coins/markets?vs_currency=usd&ids=bitcoin", (heard) => heard.json[0].current_price],
      ["/coinpaprika/v1/global", (heard) => heard.json.bitcoin_dominance_percentage],
      [MOOD, (heard) => heard.json.data[0].value],
      [CHAIN, (heard) => heard.json.data.at(-1).PriceUSD],
      [SERIES, (heard) => heard.json[1].data.at(-1)],
      ["/brk/api/mempool/price", (heard) => heard.json],
    ];
    for (const [path, value] of newest) {
      const right = Number(value(await ask(path)));
      simulator().faults.set("*", "10x-spike");
      expect([path, Number(value(await ask(path))) / right]).toEqual([path, expect.closeTo(10, 6)]);
      simulator().faults.clear();
    }
  });
});
