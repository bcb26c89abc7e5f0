/** The shortest scenarios that once froze a wrong figure; `npm run scenarios` runs all. */

import { describe, expect, test } from "vitest";
import { PLAYED_WITHIN_MS, playNamed } from "../../support/scenarios/play-in-test.js";

describe("the rows of a running service are frozen as the undistorted market has them", () => {
  test.each([
    "prices unavailable from 05:40 to 06:30 after -45 % over five hours",
    "-45 % at 03:30, two exchanges two minutes late",
    "two of four always 4.5 % above our last price",
  ])("with %s", { timeout: PLAYED_WITHIN_MS }, async (name) => {
    expect(await playNamed(name)).toEqual([]);
  });
});
