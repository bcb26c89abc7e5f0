import { afterEach, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../src/server.js";

let simulator: Simulator | undefined;
afterEach(() => simulator?.close());

async function started(at: string): Promise<Simulator> {
  simulator = await startSimulator({ at, fixed: true });
  return simulator;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a source says
async function ask(url: string): Promise<any> {
  return (await fetch(url)).json();
}

test.each(["2019-06-26T04:05:06Z", "2024-02-29T23:59:59Z", "2026-11-21T00:00:00Z", "2029-05-05T12:00:00Z"])(
  "exchanges agree within five basis points at %s",
  async (at) => {
    const { url } = await started(at);
    const [kraken, bitstamp, binance] = await Promise.all([
      ask(`${url}/kraken/0/public/Ticker?pair=XBTUSD,USDTUSD`),
      ask(`${url}/bitstamp/api/v2/ticker/btcusd/`),
      ask(`${url}/binance/api/v3/ticker/price?symbols=["BTCUSDT"]`),
    ]);
    const usd = Number(kraken.result.XXBTZUSD.c[0]);
    const usdt = Number(kraken.result.USDTZUSD.c[0]);
    for (const other of [Number(bitstamp.last), Number(binance[0].price) * usdt]) {
      expect(Math.abs(other / usd - 1)).toBeLessThan(0.0005);
      expect(other).not.toBe(usd);
    }
  },
);

test("the clock stands, starts and moves as told, and prices with it", async () => {
  const { clock, url } = await started("2026-11-21T07:30:20Z");
  const price = async () => Number((await ask(`${url}/bitstamp/api/v2/ticker/btcusd/`)).last);
  clock.fixAt(Date.parse("2021-11-08T12:00:00Z"));
  const then = await price();
  expect(then).toBeGreaterThan(60_000);
  expect(await price()).toBe(then);
  clock.startAt(Date.parse("2018-12-15T12:00:00Z"));
  expect(await price()).toBeLessThan(5000);
  const before = Date.now();
  clock.moveBy(86_400_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before + 86_400_000);
});

test("requests are counted per source and path", async () => {
  const { url, requests } = await started("2026-11-21T07:30:20Z");
  await fetch(`${url}/kraken/0/public/Ticker`, { headers: { "user-agent": "peak-test" } });
  await fetch(`${url}/kraken/0/public/Ticker`);
  await fetch(`${url}/coinpaprika/v1/global`);
  const { total, sources, newest } = requests.read();
  expect(total).toBe(3);
  expect(sources).toEqual({
    kraken: { total: 2, paths: { "/0/public/Ticker": 2 } },
    coinpaprika: { total: 1, paths: { "/v1/global": 1 } },
  });
  expect(newest[0]).toMatchObject({ source: "kraken", method: "GET", userAgent: "peak-test" });
});

test("an unknown source is a 404, and the root says that the market is simulated", async () => {
  const { url } = await started("2026-11-21T07:30:20Z");
  expect((await fetch(`${url}/nobody/x`)).status).toBe(404);
  expect((await ask(url)).what).toContain("simulated market");
});

test("a client that accepts gzip gets it for large bodies only", async () => {
  const { url } = await started("2026-11-21T07:30:20Z");
  const large = await fetch(`${url}/alternative-me/fng/?limit=0`);
  expect(large.headers.get("content-encoding")).toBe("gzip");
  expect((await large.json()).data.length).toBeGreaterThan(3000);
  expect((await fetch(`${url}/coinpaprika/v1/global`)).headers.get("content-encoding")).toBeNull();
});

test("closing ends hanging connections too", async () => {
  const { url, faults, requests, close } = await startSimulator();
  faults.set("kraken", "hang");
  const hanging = fetch(`${url}/kraken/0/public/Ticker`).catch((error: unknown) => error);
  while (requests.read().total === 0) await new Promise((turn) => setImmediate(turn));
  await close();
  expect(await hanging).toBeInstanceOf(Error);
});

test("a start at something that is no instant is refused", async () => {
  await expect(startSimulator({ at: "soon" })).rejects.toThrow(RangeError);
});
