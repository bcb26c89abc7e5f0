/** Some scenarios of each kind; `npm run scenarios` plays all of them. */

import { describe, expect, test } from "vitest";
import { PLAYED_WITHIN_MS, playNamed } from "./play-in-test.js";

describe("the rows of a running service are frozen as the undistorted market has them", () => {
  test.each([
    "prices away from 23:30 to 00:40 after -62 % in a day",
    "every source away for three days in a calm market",
    "-62 % at 03:30, with 4 of four price sources",
    "-45 % over 18 hours, with 1 of four price sources",
  ])("with %s", { timeout: PLAYED_WITHIN_MS }, async (name) => {
    expect(await playNamed(name)).toEqual([]);
  });
});

describe("the rows of the past are as the undistorted market has them", () => {
  test.each([
    "a first start without kraken and bitstamp",
    "a first start with a hole of 12 days in close of bitstamp from 2026-10-01",
  ])("after %s", { timeout: PLAYED_WITHIN_MS }, async (name) => {
    expect(await playNamed(name)).toEqual([]);
  });
});
