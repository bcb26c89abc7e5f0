import { expect } from "vitest";
import type { Fault, FaultOptions } from "../../../simulator/faults/catalogue.js";
import type { Heard } from "./ask.js";

export const TICKER = "/kraken/0/public/Ticker?pair=XBTUSD";
export const DAYS = "/bitstamp/api/v2/ohlc/btcusd/?step=86400&limit=30";
export const MOOD = "/alternative-me/fng/?limit=30";
export const CHAIN = "/coin-metrics/v4/timeseries/asset-metrics?assets=btc&metrics=PriceUSD,CapMVRVCur&page_size=20";
export const SERIES = "/brk/api/series/bulk?series=date,mvrv&index=day1&start=-20";
export const SHARE = "/coingecko/api/v3/global";

/** What a fault does to the answer of a path: compared with the right answer of the same instant. */
export interface Case {
  readonly fault: Fault;
  readonly path: string;
  readonly options?: FaultOptions;
  check(wrong: Heard, right: Heard): void;
}

export const status = (fault: Fault, code: number, path = TICKER): Case => ({
  fault,
  path,
  check: (wrong) => expect(wrong.status).toBe(code),
});

export const html = (fault: Fault, code: number): Case => ({
  fault,
  path: TICKER,
  check: (wrong) => {
    expect(wrong.status).toBe(code);
    expect(wrong.headers.get("content-type")).toContain("text/html");
    expect(wrong.json).toBeUndefined();
  },
});

export const wrongDate = (fault: Fault, offMs: number): Case => ({
  fault,
  path: TICKER,
  check: (wrong, right) => {
    const [said, isSo] = [wrong, right].map(({ headers }) => Date.parse(headers.get("date") ?? ""));
    expect([(said ?? 0) - (isSo ?? 0), wrong.text]).toEqual([offMs, right.text]);
  },
});

// biome-ignore lint/suspicious/noExplicitAny: rows of any source
export const rowsOf = (heard: Heard): any[] => heard.json.data.ohlc;
