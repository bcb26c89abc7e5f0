import { DAY_MS, HOUR_MS, type Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Quote } from "../../../src/domain/snapshot.js";
import { BITCOIN, consensusPrice, MAJOR } from "../../../src/jobs/consensus-price.js";

const quote = (value: number, source: string): Quote => ({
  value,
  source,
  observedAt: 0 as Instant,
  fetchedAt: 0 as Instant,
});

const MINUTE = HOUR_MS / 60;

/** What is made of quotes by sources a, b, c, against a last price of some age. */
function settle(
  values: readonly number[],
  last: number | undefined,
  complete: boolean,
  ageMs = MINUTE,
  bounds = BITCOIN,
) {
  const quotes = values.map((value, i) => quote(value, "abc"[i] ?? ""));
  const settled = consensusPrice(quotes, {
    last: last === undefined ? undefined : { value: last, ageMs },
    bounds,
    complete,
  });
  return typeof settled === "object" ? `${settled.source} ${settled.value}` : settled;
}

describe("the price to believe", () => {
  test("two sources within one percent settle it, and the first of them in the chain is taken", () => {
    expect(settle([100, 100.9], 80, false)).toBe("a 100");
  });

  test("two sources further apart ask for a third", () => {
    expect(settle([100, 102], 100, false)).toBe("more");
  });

  test("a third that agrees with one of them settles it, even after a move of more than a fifth", () => {
    expect(settle([1000, 70, 70.1], 100, true)).toBe("b 70");
  });

  test("three that all differ give their median when it has not moved too far", () => {
    expect(settle([104, 100, 102], 99, true)).toBe("c 102");
    expect(settle([140, 130, 125], 99, true)).toBe("none");
  });

  test("one source alone is believed up to a fifth away from the last price", () => {
    expect(settle([119.9], 100, true)).toBe("a 119.9");
    expect(settle([80.1], 100, true)).toBe("a 80.1");
    expect(settle([120.1], 100, true)).toBe("none");
    expect(settle([79.9], 100, true)).toBe("none");
  });

  test("one source alone is not believed when nothing is known to compare it with; two that agree are", () => {
    expect(settle([100], undefined, true)).toBe("none");
    expect(settle([100, 100], undefined, false)).toBe("a 100");
  });

  test("two that differ, with no third to ask, give the one nearer to the last price", () => {
    expect(settle([1000, 101], 100, true)).toBe("b 101");
  });

  test("no quote at all settles nothing", () => {
    expect(settle([], 100, true)).toBe("none");
    expect(settle([], 100, false)).toBe("more");
  });

  test("one source does not confirm itself", () => {
    const last = { value: 100, ageMs: MINUTE };
    expect(consensusPrice([quote(70, "a"), quote(70, "a")], { last, bounds: BITCOIN, complete: true })).toBe("none");
  });

  test("a market that halves or grows tenfold between two requests is a common fault of the sources", () => {
    expect(settle([50, 50, 50], 100, true)).toBe("none");
    expect(settle([1000, 1000, 1000], 100, true)).toBe("none");
    expect(settle([1000, 1000, 1000], 100, true, 2 * DAY_MS)).toBe("none");
  });

  test("what is possible widens with the age of the last price, up to a week, and is wider for the majors", () => {
    expect(settle([160, 160], 100, true)).toBe("a 160");
    expect(settle([161, 161], 100, true)).toBe("none");
    expect(settle([250, 250], 100, true, DAY_MS)).toBe("a 250");
    expect(settle([251, 251], 100, true, DAY_MS)).toBe("none");
    expect(settle([500, 500], 100, true, DAY_MS, MAJOR)).toBe("a 500");
    expect(settle([1000, 1000], 100, true, 8 * DAY_MS)).toBe("a 1000");
  });
});
