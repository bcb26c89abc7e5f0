/** Crashes, outages and invented moves, one scenario of each kind; `npm run scenarios` runs all. */

import { describe, expect, test } from "vitest";
import { PLAYED_WITHIN_MS, playNamed } from "../../support/scenarios/play-in-test.js";

describe("the rows of a running service are frozen as the undistorted market has them", () => {
  test.each([
    "prices unavailable from 23:30 to 00:40 after -62 % in a day",
    "every source unavailable for three days in a calm market",
    "prices unavailable for three days after -45 % over five hours",
    "-62 % over 18 hours, with 4 of four price sources",
    "-45 % at 05:50, with 1 of four price sources",
    "+62 % at 03:30, with 2 of four price sources",
    "-45 % over 18 hours, two exchanges two minutes late",
    "Bitstamp always 0.95 % above our last price, Kraken silent",
    "Kraken 30 % down with Bitstamp, the other two right",
    "Kraken and Binance reporting +45 % at 03:30 that does not happen",
  ])("with %s", { timeout: PLAYED_WITHIN_MS }, async (name) => {
    expect(await playNamed(name)).toEqual([]);
  });
});
