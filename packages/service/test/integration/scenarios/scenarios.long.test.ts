/** One scenario for each kind of wrong figure that was once frozen; `npm run scenarios` plays all of them. */

import { describe, expect, test } from "vitest";
import { PLAYED_WITHIN_MS, playNamed } from "./play-in-test.js";

describe("the rows of a running service are frozen as the undistorted market has them", () => {
  test.each([
    "prices away from 23:30 to 00:40 after -62 % in a day",
    "every source away for three days in a calm market",
    "prices away for three days after -45 % over five hours",
    "-62 % over 18 hours, with 4 of four price sources",
    "-45 % at 05:50, with 1 of four price sources",
    "+62 % at 03:30, with 2 of four price sources",
    "-45 % over 18 hours, two exchanges two minutes late",
    "MVRV at the first of two x1.4 for good",
    "MVRV at the first of two x100 for two days",
    "MVRV of coin-metrics drifting by 1.5 % a day",
    "ETH's close at one of four x1000 for good",
    "Bitcoin's close at two of five x2 for a day",
    "the 06:00 candle at one of three x1.4 for a day",
    "every figure of Kraken x0.5 for a day",
    "tether at 0.90 for good",
    "Bitstamp always 0.95 % above our last price, Kraken silent",
    "Kraken 30 % down with Bitstamp, the other two right",
    "Kraken and Binance telling +45 % at 03:30 that does not happen",
    "kraken stuck (time) in a crash",
    "bitstamp an hour behind in a crash",
    "kraken with Bitcoin in eur",
  ])("with %s", { timeout: PLAYED_WITHIN_MS }, async (name) => {
    expect(await playNamed(name)).toEqual([]);
  });
});

describe("the rows of the past are as the undistorted market has them", () => {
  test.each([
    "a first start with the newest closes of Coin Metrics 30 % too high",
    "a first start with MVRV two weeks late at Coin Metrics",
    "a first start with two failed requests for candles of Bitstamp",
    "a first start with 429 at requests 1 to 1 of coin-metrics",
    "a first start with a hole of 12 days in mvrv of coin-metrics from 2026-10-01",
    "a first start without binance and coinpaprika",
    "a first start without bitstamp",
  ])("after %s", { timeout: PLAYED_WITHIN_MS }, async (name) => {
    expect(await playNamed(name)).toEqual([]);
  });
});
