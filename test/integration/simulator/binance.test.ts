import { describe, expect, test } from "vitest";
import { askingSimulator } from "./ask.js";

const { ask } = askingSimulator();
const klines = "/binance/api/v3/klines";
const DAY = 86_400_000;
const TODAY = Date.parse("2026-11-21T00:00:00Z");

describe("binance", () => {
  test("a price is a string of eight decimals beside its symbol, and every answer tells the used weight", async () => {
    const { json, headers } = await ask("/binance/api/v3/ticker/price?symbol=BTCUSDT");
    expect(json).toEqual({ symbol: "BTCUSDT", price: expect.stringMatching(/^\d+\.\d{8}$/) });
    expect(headers.get("x-mbx-used-weight-1m")).toMatch(/^\d+$/);
  });

  test("several symbols come as a list in the order asked for", async () => {
    const symbols = encodeURIComponent('["SOLUSDT","BTCUSDT"]');
    const { json } = await ask(`/binance/api/v3/ticker/price?symbols=${symbols}`);
    expect(json.map((each: { symbol: string }) => each.symbol)).toEqual(["SOLUSDT", "BTCUSDT"]);
  });

  test("a row has twelve cells, times in milliseconds and numbers as strings", async () => {
    const { json } = await ask(`${klines}?symbol=BTCUSDT&interval=1d&limit=2`);
    expect(json.map((row: unknown[]) => row[0])).toEqual([TODAY - DAY, TODAY]);
    expect(json[0][6]).toBe(TODAY - 1);
    expect(json[0].map((cell: unknown) => typeof cell)).toEqual([
      "number",
      ...Array(5).fill("string"),
      "number",
      "string",
      "number",
      ...Array(3).fill("string"),
    ]);
    expect(json[0][11]).toBe("0");
  });

  test("startTime counts from the listing on, at most 1000 rows however many are asked for", async () => {
    const { json } = await ask(`${klines}?symbol=BTCUSDT&interval=1d&startTime=0&limit=5000`);
    expect(json).toHaveLength(1000);
    expect(json[0][0]).toBe(1_502_928_000_000);
  });

  test("the default is the newest 500 rows", async () => {
    const { json } = await ask(`${klines}?symbol=ETHUSDT&interval=1h`);
    expect(json).toHaveLength(500);
    expect(json.at(-1)[0]).toBe(Date.parse("2026-11-21T07:00:00Z"));
  });

  test("endTime alone means the newest rows up to it; both mean forward from the start", async () => {
    const end = Date.parse("2022-01-10");
    const upTo = await ask(`${klines}?symbol=BTCUSDT&interval=1d&endTime=${end}&limit=2`);
    expect(upTo.json.map((row: unknown[]) => row[0])).toEqual([end - DAY, end]);
    const both = await ask(`${klines}?symbol=BTCUSDT&interval=1d&startTime=${end - 5 * DAY}&endTime=${end}&limit=2`);
    expect(both.json.map((row: unknown[]) => row[0])).toEqual([end - 5 * DAY, end - 4 * DAY]);
  });

  test("a future range is an empty list", async () => {
    const { json } = await ask(`${klines}?symbol=BTCUSDT&interval=1d&startTime=${TODAY + 2 * DAY}`);
    expect(json).toEqual([]);
  });

  test("microseconds are taken, and told where the header asks for them", async () => {
    const start = TODAY - 2 * DAY;
    const { json } = await ask(`${klines}?symbol=BTCUSDT&interval=1d&startTime=${start * 1000}&limit=1`, {
      headers: { "x-mbx-time-unit": "MICROSECOND" },
    });
    expect(json[0][0]).toBe(start * 1000);
    expect(json[0][6]).toBe((start + DAY) * 1000 - 1);
  });

  test.each([
    ["symbol=NOPE&interval=1d", -1121],
    ["symbol=BTCUSDT&interval=7d", -1120],
    ["interval=1d", -1102],
    ["symbol=BTCUSDT&interval=1d&startTime=x", -1100],
  ])("%s is refused with code %d", async (query, code) => {
    const { status, json } = await ask(`${klines}?${query}`);
    expect(status).toBe(400);
    expect(json).toEqual({ code, msg: expect.any(String) });
  });

  test.each([
    ["ADAUSDT", "2018-04-17"],
    ["BNBUSDT", "2017-11-06"],
    ["DOGEUSDT", "2019-07-05"],
    ["ETHUSDT", "2017-08-17"],
    ["LTCUSDT", "2017-12-13"],
    ["SOLUSDT", "2020-08-11"],
    ["XRPUSDT", "2018-05-04"],
  ])("%s begins on %s", async (symbol, date) => {
    const { json } = await ask(`${klines}?symbol=${symbol}&interval=1d&startTime=0&limit=1`);
    expect(json[0][0]).toBe(Date.parse(date));
    expect(Number(json[0][4])).toBeGreaterThan(0);
  });
});
