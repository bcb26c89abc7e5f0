import { describe, expect, test } from "vitest";
import { FAULTS, type Fault } from "../../../simulator/faults/catalogue.js";
import type { SourceName } from "../../../simulator/sources/all.js";
import { askingSimulator, type Heard } from "./ask.js";
import { CONTENT_FAULTS } from "./content-faults.js";
import { DELIVERY_FAULTS } from "./delivery-faults.js";
import { CHAIN, MOOD, SERIES, TICKER } from "./fault-case.js";

const { simulator, ask } = askingSimulator();

const CASES = [...DELIVERY_FAULTS, ...CONTENT_FAULTS];

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
