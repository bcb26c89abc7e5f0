/** Wrong figures of single sources, one scenario of each kind; `npm run scenarios` runs all. */

import { describe, expect, test } from "vitest";
import { PLAYED_WITHIN_MS, playNamed } from "../../support/scenarios/play-in-test.js";

describe("the rows of a running service are frozen as the undistorted market has them", () => {
  test.each([
    "MVRV at the first of two x1.4 for good",
    "MVRV at the first of two x100 for two days",
    "MVRV of coin-metrics drifting by 1.5 % a day",
    "ETH's close at one of four x1000 for good",
    "Bitcoin's close at two of five x2 for a day",
    "the 06:00 candle at one of three x1.4 for a day",
    "every figure of Kraken x0.5 for a day",
    "tether at 0.90 for good",
    "kraken stuck (time) in a crash",
    "bitstamp an hour behind in a crash",
    "kraken with Bitcoin in eur",
  ])("with %s", { timeout: PLAYED_WITHIN_MS }, async (name) => {
    expect(await playNamed(name)).toEqual([]);
  });
});
