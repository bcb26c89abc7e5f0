import { describe, expect, test } from "vitest";
import { AT, askingSimulator, seconds } from "./ask.js";

const { ask, askAt } = askingSimulator();
const TODAY = seconds("2026-11-21T00:00:00Z");
const DAY = 86_400;

describe("kraken", () => {
  test("a ticker is keyed by the exchange's own pair name and holds strings", async () => {
    const { json, status, headers } = await ask("/kraken/0/public/Ticker?pair=XBTUSD");
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(["error", "result"]);
    expect(json.error).toEqual([]);
    expect(Object.keys(json.result)).toEqual(["XXBTZUSD"]);
    const ticker = json.result.XXBTZUSD;
    expect(Object.keys(ticker)).toEqual(["a", "b", "c", "v", "p", "t", "l", "h", "o"]);
    expect(ticker.c[0]).toMatch(/^\d+\.\d{5}$/);
    expect(typeof ticker.o).toBe("string");
    expect(ticker.t.every(Number.isInteger)).toBe(true);
    expect(headers.get("date")).toBe(new Date(AT).toUTCString());
  });

  test("several pairs come in one answer under their own names", async () => {
    const { json } = await ask(
      "/kraken/0/public/Ticker?pair=XBTUSD,ETHUSD,SOLUSD,XRPUSD,ADAUSD,DOGEUSD,LTCUSD,USDTUSD",
    );
    expect(Object.keys(json.result).sort()).toEqual(
      ["ADAUSD", "SOLUSD", "USDTZUSD", "XDGUSD", "XETHZUSD", "XLTCZUSD", "XXBTZUSD", "XXRPZUSD"].sort(),
    );
    expect(Number(json.result.USDTZUSD.c[0])).toBeCloseTo(1, 2);
  });

  test("candles are the newest 720 rows, oldest first, the last one still open, whatever since says", async () => {
    const { json } = await ask(`/kraken/0/public/OHLC?pair=XBTUSD&interval=1440&since=${seconds("2010-01-01")}`);
    const rows = json.result.XXBTZUSD;
    expect(rows).toHaveLength(720);
    expect(rows[0][0]).toBe(TODAY - 719 * DAY);
    expect(rows[719][0]).toBe(TODAY);
    expect(json.result.last).toBe(TODAY - DAY);
    expect(rows[5].map((cell: unknown) => typeof cell)).toEqual(["number", ...Array(6).fill("string"), "number"]);
    expect(rows[5][4]).toMatch(/^\d+\.\d$/);
  });

  test("since is strictly after, and the open row is there even for a later since", async () => {
    const two = await ask(`/kraken/0/public/OHLC?pair=ETHUSD&interval=1440&since=${TODAY - 2 * DAY}`);
    expect(two.json.result.XETHZUSD.map((row: number[]) => row[0])).toEqual([TODAY - DAY, TODAY]);
    const one = await ask(`/kraken/0/public/OHLC?pair=ETHUSD&interval=1440&since=${TODAY}`);
    expect(one.json.result.XETHZUSD.map((row: number[]) => row[0])).toEqual([TODAY]);
    expect(one.json.result.last).toBe(TODAY - DAY);
  });

  test("at midnight sharp the new day is there and open", async () => {
    const { json } = await askAt("2026-11-21T00:00:00Z", "/kraken/0/public/OHLC?pair=XBTUSD&interval=1440");
    expect(json.result.XXBTZUSD.at(-1)[0]).toBe(TODAY);
    expect(Number(json.result.XXBTZUSD.at(-1)[4])).toBeGreaterThan(0);
  });

  test.each([
    ["Ticker?pair=NOPE", "EQuery:Unknown asset pair"],
    ["Ticker?pair=XBTUSD,NOPE", "EQuery:Unknown asset pair"],
    ["OHLC?pair=XBTUSD&interval=7", "EGeneral:Invalid arguments"],
    ["OHLC?interval=60", "EGeneral:Invalid arguments"],
  ])("%s is an error in a 200 without result", async (query, message) => {
    const { status, json } = await ask(`/kraken/0/public/${query}`);
    expect(status).toBe(200);
    expect(json).toEqual({ error: [message] });
  });

  test("POST is answered 405", async () => {
    const { status, headers } = await ask("/kraken/0/public/Ticker?pair=XBTUSD", { method: "POST", body: "x" });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET");
  });

  test("Time says the simulated second", async () => {
    const { json } = await ask("/kraken/0/public/Time");
    expect(json.result.unixtime).toBe(seconds(AT));
  });
});
