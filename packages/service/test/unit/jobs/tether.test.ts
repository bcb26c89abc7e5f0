import { describe, expect, test } from "vitest";
import type { Belief } from "../../../src/jobs/believing.js";
import { tetherRate } from "../../../src/jobs/tether.js";

describe("a price in tether", () => {
  const accepted = { source: "kraken", refused: [] };
  const doubt = { metric: "usdt-price", why: "lone", answers: [], enabled: 2, last: 1 } as const;

  test.each<[string, Belief, number | undefined]>([
    [
      "counts at 0.90 if two sources confirm it",
      { kind: "confirmed", value: 0.9, agreeing: ["a", "b"], ...accepted },
      0.9,
    ],
    ["counts within half a percent of a dollar", { kind: "believed", value: 0.996, ...accepted }, 0.996],
    [
      "does not count if one source has tether further off",
      { kind: "shown", value: 0.985, source: "a", doubt },
      undefined,
    ],
    ["does not count if tether is unsure", { kind: "unsure", doubt }, undefined],
    ["does not count if no source has tether", { kind: "nothing" }, undefined],
  ])("%s", (_name, tether, rate) => expect(tetherRate(tether)).toBe(rate));
});
