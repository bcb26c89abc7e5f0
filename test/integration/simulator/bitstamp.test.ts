import { describe, expect, test } from "vitest";
import { AT, askingSimulator, seconds } from "./ask.js";

const { ask, askAt } = askingSimulator();
const ohlc = "/bitstamp/api/v2/ohlc";
const TODAY = seconds("2026-11-21T00:00:00Z");

interface Row {
  readonly timestamp: string;
  readonly close: string;
}
const times = (rows: readonly Row[]) => rows.map((row) => Number(row.timestamp));

describe("bitstamp", () => {
  test("every value of a ticker is a string, and its time is now", async () => {
    const { json } = await ask("/bitstamp/api/v2/ticker/btcusd/");
    expect(Object.values(json).every((value) => typeof value === "string")).toBe(true);
    expect(Number(json.timestamp)).toBe(Math.floor(seconds(AT)));
    expect(json.last).toMatch(/^\d+\.\d\d$/);
  });

  test("start alone opens a window of limit steps: 983 rows before listing are simply not there", async () => {
    const { json } = await ask(`${ohlc}/btcusd/?step=86400&limit=1000&start=${seconds("2011-08-01")}`);
    expect(json.data.pair).toBe("BTC/USD");
    expect(json.data.ohlc).toHaveLength(983);
    expect(Number(json.data.ohlc[0].timestamp)).toBe(seconds("2011-08-18"));
    expect(Object.keys(json.data.ohlc[0])).toEqual(["timestamp", "open", "high", "low", "close", "volume"]);
    expect(Object.values(json.data.ohlc[0]).every((value) => typeof value === "string")).toBe(true);
  });

  test("six pages reach from 2011 to the open day, oldest first, without a hole", async () => {
    let start = seconds("2011-08-18");
    const all: number[] = [];
    for (let page = 0; page < 6; page += 1) {
      const { json } = await ask(`${ohlc}/btcusd/?step=86400&limit=1000&start=${start}`);
      all.push(...times(json.data.ohlc));
      start += 1000 * 86_400;
    }
    expect(all.at(-1)).toBe(TODAY);
    expect(all).toHaveLength((TODAY - seconds("2011-08-18")) / 86_400 + 1);
    expect(all.every((at, place) => place === 0 || at - (all[place - 1] ?? 0) === 86_400)).toBe(true);
  });

  test("with both start and end, end wins", async () => {
    const end = seconds("2020-01-10");
    const { json } = await ask(`${ohlc}/btcusd/?step=86400&limit=3&start=${seconds("2015-01-01")}&end=${end}`);
    expect(times(json.data.ohlc)).toEqual([end - 2 * 86_400, end - 86_400, end]);
  });

  test("neither start nor end means the newest rows, and the open one can be left out", async () => {
    const open = await ask(`${ohlc}/ethusd/?step=3600&limit=2`);
    expect(times(open.json.data.ohlc)).toEqual([seconds("2026-11-21T06:00:00Z"), seconds("2026-11-21T07:00:00Z")]);
    const closed = await ask(`${ohlc}/ethusd/?step=3600&limit=2&exclude_current_candle=true`);
    expect(times(closed.json.data.ohlc)).toEqual([seconds("2026-11-21T06:00:00Z")]);
  });

  test("six-hour and daily candles of one day close at the same price", async () => {
    const start = seconds("2026-11-19");
    const quarters = await ask(`${ohlc}/btcusd/?step=21600&limit=4&start=${start}`);
    const day = await ask(`${ohlc}/btcusd/?step=86400&limit=1&start=${start}`);
    expect(quarters.json.data.ohlc.at(-1).close).toBe(day.json.data.ohlc[0].close);
  });

  test("rows before the listing are an empty list", async () => {
    const { json, status } = await ask(`${ohlc}/ethusd/?step=86400&limit=10&start=${seconds("2012-01-01")}`);
    expect(status).toBe(200);
    expect(json.data.ohlc).toEqual([]);
  });

  test.each([
    "step=86400&limit=1001",
    "step=86400&limit=0",
    "step=7&limit=10",
    "step=86400",
    "step=60&limit=2&start=x",
  ])("%s is refused with a response code", async (query) => {
    const { status, json } = await ask(`${ohlc}/btcusd/?${query}`);
    expect(status).toBe(400);
    expect(json.response_code).toBe("400.067");
  });

  test("an unknown pair is an HTML 404", async () => {
    const { status, headers } = await ask(`${ohlc}/nopeusd/?step=86400&limit=1`);
    expect(status).toBe(404);
    expect(headers.get("content-type")).toContain("html");
  });

  test("the ticker, the open hour and the open day say one price", async () => {
    const at = "2026-11-21T13:37:42Z";
    const [ticker, hour, day] = await Promise.all([
      askAt(at, "/bitstamp/api/v2/ticker/btcusd/"),
      askAt(at, `${ohlc}/btcusd/?step=3600&limit=1`),
      askAt(at, `${ohlc}/btcusd/?step=86400&limit=1`),
    ]);
    expect(hour.json.data.ohlc[0].close).toBe(ticker.json.last);
    expect(day.json.data.ohlc[0].close).toBe(ticker.json.last);
  });
});
