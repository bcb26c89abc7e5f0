/** First starts, one scenario of each kind; `npm run scenarios` runs all. */

import { describe, expect, test } from "vitest";
import { PLAYED_WITHIN_MS, playNamed } from "../../support/scenarios/play-in-test.js";

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
