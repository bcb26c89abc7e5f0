import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askingSimulator } from "./ask.js";

const { ask, askAt } = askingSimulator();
const AT = "2026-03-04T15:16:17.500Z";

const PATHS = [
  "/kraken/0/public/Ticker",
  "/kraken/0/public/OHLC?pair=ETHUSD&interval=60",
  "/bitstamp/api/v2/ohlc/btcusd/?step=86400&limit=1000&start=1313625600",
  "/binance/api/v3/klines?symbol=SOLUSDT&interval=6h&limit=1000",
  "/coingecko/api/v3/global",
  "/coingecko/api/v3/coins/markets?vs_currency=usd",
  "/coinpaprika/v1/global",
  "/alternative-me/fng/?limit=0",
  "/coin-metrics/v4/timeseries/asset-metrics?assets=btc,eth&metrics=PriceUSD,CapMVRVCur&sort=time&page_size=10000",
  "/brk/api/series/bulk?series=date,price_ohlc,mvrv&index=day1",
  "/brk/api/mempool/price",
] as const;

describe("two processes", () => {
  let child: ChildProcess;
  let url = "";
  let line = "";

  beforeAll(async () => {
    const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
    child = spawn(process.execPath, ["--import", "tsx", main, "--port", "0", "--at", AT, "--fixed"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    [line] = (await once(child.stdout ?? child, "data")).map(String) as [string];
    url = /http:\/\/[\d.:]+\d/.exec(line)?.[0] ?? "";
  });

  afterAll(async () => {
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });

  test("the one log line says that the market is simulated", () => {
    expect(line).toContain("SIMULATED MARKET");
    expect(line.trim().split("\n")).toHaveLength(1);
  });

  test.each(PATHS)("agree byte for byte on %s", async (path) => {
    const there = await (await fetch(url + path)).text();
    const here = await askAt(AT, path);
    expect(here.status).toBe(200);
    const [hereText, thereText] = [here.text, there].map((text) => text.replaceAll(/127\.0\.0\.1:\d+/g, "host"));
    expect(hereText).toBe(thereText);
  });
});

describe("all sources together", () => {
  test.each(["2019-06-26T04:05:06Z", "2024-02-29T23:59:59Z", "2026-11-21T00:00:00Z", "2029-05-05T12:00:00Z"])(
    "exchanges agree within five basis points at %s",
    async (at) => {
      const [kraken, bitstamp, binance, tether, day] = await Promise.all([
        askAt(at, "/kraken/0/public/Ticker?pair=XBTUSD"),
        askAt(at, "/bitstamp/api/v2/ticker/btcusd/"),
        askAt(at, "/binance/api/v3/ticker/price?symbol=BTCUSDT"),
        askAt(at, "/kraken/0/public/Ticker?pair=USDTUSD"),
        askAt(at, "/bitstamp/api/v2/ohlc/btcusd/?step=86400&limit=1"),
      ]);
      const usd = Number(kraken.json.result.XXBTZUSD.c[0]);
      const usdt = Number(tether.json.result.USDTZUSD.c[0]);
      for (const other of [Number(bitstamp.json.last), Number(binance.json.price) * usdt]) {
        expect(Math.abs(other / usd - 1)).toBeLessThan(0.0005);
        expect(other).not.toBe(usd);
      }
      const { open, high, low, close } = day.json.data.ohlc[0] ?? { open: 1, high: 1, low: 1, close: 1 };
      expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
      expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
    },
  );

  test("the running day moves with the machine's clock within seconds", async () => {
    await ask("/control/clock", { method: "DELETE" });
    const price = async () => (await ask("/kraken/0/public/Ticker?pair=XBTUSD")).json.result.XXBTZUSD.c[0];
    const first = await price();
    const deadline = Date.now() + 10_000;
    let moved = false;
    while (!moved && Date.now() < deadline) {
      await new Promise((later) => setTimeout(later, 250));
      moved = (await price()) !== first;
    }
    expect(moved).toBe(true);
  });
});
