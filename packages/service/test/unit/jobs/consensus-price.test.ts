import { DAY_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import type { Quote } from "../../../src/domain/snapshot.js";
import { agreedPrice, BITCOIN, believedPrice, MAJOR } from "../../../src/jobs/consensus-price.js";

/** What is made of quotes by sources a, b, c, against a last price of some age. */
function believed(
  values: readonly number[],
  last: number | undefined,
  { ageMs = MINUTE_MS, more = false, bounds = BITCOIN } = {},
) {
  const quotes = values.map((value, i): Quote => {
    return { value, source: "abc"[i] ?? "", observedAt: 0 as Instant, fetchedAt: 0 as Instant };
  });
  const choose = more ? agreedPrice : believedPrice;
  const choice = choose(quotes, last === undefined ? undefined : { value: last, ageMs }, bounds);
  return choice === undefined ? "none" : `${choice.source} ${choice.value}`;
}

test.each<[string, number[], number | undefined, Parameters<typeof believed>[2], string]>([
  ["two within one percent give the first of them", [100, 100.9], 80, { more: true }, "a 100"],
  ["two further apart do not agree, and ask for a third", [100, 102], 100, { more: true }, "none"],
  [
    "a third that agrees with one of them decides, after a move of more than a fifth too",
    [1000, 70, 70.1],
    100,
    {},
    "b 70",
  ],
  ["three that all differ give their median", [104, 100, 102], 99, {}, "c 102"],
  ["three that all differ and have moved too far give none", [140, 130, 125], 99, {}, "none"],
  ["one alone is believed a fifth above the last price", [119.9], 100, {}, "a 119.9"],
  ["one alone is believed a fifth below the last price", [80.1], 100, {}, "a 80.1"],
  ["one alone is not believed further above", [120.1], 100, {}, "none"],
  ["one alone is not believed further below", [79.9], 100, {}, "none"],
  ["one alone is not believed when there is nothing to compare it with", [100], undefined, {}, "none"],
  ["two that agree need nothing to compare them with", [100, 100], undefined, { more: true }, "a 100"],
  ["two that differ, with no third to ask, give the one nearer to the last price", [1000, 101], 100, {}, "b 101"],
  ["no quote at all gives none", [], 100, {}, "none"],
  ["a market that halves between two requests is not believed", [50, 50, 50], 100, {}, "none"],
  ["a market that grows tenfold in two days is not believed", [1000, 1000, 1000], 100, { ageMs: 2 * DAY_MS }, "none"],
  ["within hours a market may grow by 1.6", [160, 160], 100, {}, "a 160"],
  ["within hours a market may not grow by more", [161, 161], 100, {}, "none"],
  ["within days a market may grow by 2.5", [250, 250], 100, { ageMs: DAY_MS }, "a 250"],
  ["within days a market may not grow by more", [251, 251], 100, { ageMs: DAY_MS }, "none"],
  ["the majors may move more", [500, 500], 100, { ageMs: DAY_MS, bounds: MAJOR }, "a 500"],
  ["a price older than a week is not compared", [1000, 1000], 100, { ageMs: 8 * DAY_MS }, "a 1000"],
])("%s", (_what, values, last, options, expected) => expect(believed(values, last, options)).toBe(expected));
