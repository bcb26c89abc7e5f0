import { DAY_MS, HOUR_MS, type Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { kraken } from "../../../src/sources/kraken.js";
import { periodEnd, type Series, soundRows } from "../../../src/sources/rows.js";
import { canned, open } from "../../support/canned-source.js";

const D = Date.parse("2026-11-21T00:00:00Z") as Instant;
const at = (days: number) => (D + days * DAY_MS) as Instant;
const ALL: Series = {
  metric: "btc-close",
  stepMs: DAY_MS,
  first: at(-9000),
  last: at(400),
  since: at(-9000),
  lagMs: 0,
};

/** The rows that are kept, as `[end in days, value]`, and the reasons why others are dropped. */
function read(rows: readonly (readonly [days: number, value: unknown])[], ours = 0, theirs: number | "none" = 0) {
  const source = canned();
  const { client } = open(kraken, source);
  const answer = { receivedAt: at(ours), date: theirs === "none" ? undefined : at(theirs) };
  const stated = rows.map(([days, value]) => ({ end: Number.isNaN(days) ? undefined : at(days), value }));
  const kept = soundRows(client, answer, ALL, stated);
  return { kept: kept.map((row) => [(row.observedAt - D) / DAY_MS, row.value]), dropped: source.dropped };
}

describe("closed periods", () => {
  test("are sorted and unique, without the current period", () => {
    const rows = [0, -2, 1, -1, -2].map((days) => [days, 10 + days] as const);
    expect(read(rows).kept).toEqual([
      [-2, 8],
      [-1, 9],
      [0, 10],
    ]);
  });

  test.each([
    ["our clock a year ahead and a right Date", 365, 0, [-1, 0]],
    ["our clock a year ahead and no Date", 365, "none", [-1, 0]],
    ["our clock 54 hours behind", -2.25, 0, []],
    ["a right clock and a Date a year ahead", 0, 365, [-1, 0]],
    ["a right clock and a Date a day behind", 0, -1, [-1, 0]],
  ] as const)("exclude the current period with %s", (_name, ours, theirs, over) => {
    const given = () =>
      read(
        [-1, 0, 1].map((days) => [days, 7] as const),
        ours,
        theirs,
      ).kept.map(([days]) => days);
    if (over.length > 0) expect(given()).toEqual(over);
    else expect(given).toThrow("no rows, though some are due");
  });

  test.each([
    ["include the newest if the response has a Date after its end", 0, [-1, 0]],
    ["exclude the newest if the response has no Date", "none", [-1]],
    ["exclude the newest if the response has a Date before its end", -0.5, [-1]],
  ] as const)("without a current period %s", (_name, theirs, over) => {
    const { kept } = read(
      [-1, 0].map((days) => [days, 7] as const),
      365,
      theirs,
    );
    expect(kept.map(([days]) => days)).toEqual(over);
  });

  test("given twice count once if they almost agree, and not at all if they differ", () => {
    const many = Array.from({ length: 60 }, (_, i) => [-10 - i, 4000] as const);
    const { kept, dropped } = read([...many, [-1, 4000.18], [-1, 4002.13], [-2, 5000], [-2, 4000]]);
    expect(kept.slice(-1)).toEqual([[-1, 4000.18]]);
    expect(dropped).toEqual([["btc-close", "contradictory duplicate"]]);
  });
});

test.each([
  ["invalid time", Number.NaN, 7, "malformed"],
  ["not a number", -1, "n/a", "malformed"],
  ["out of range", -1, 0, "implausible"],
] as const)("one bad row in fifty is dropped (%s); more cause an error", (reason, days, value, fault) => {
  const good = Array.from({ length: 49 }, (_, i) => [-2 - i, 7] as const);
  const { kept, dropped } = read([...good, [days, value]]);
  expect([kept.length, dropped]).toEqual([49, [["btc-close", reason]]]);
  const refused = () => read([...good, [days, value], [Number.isNaN(days) ? days : days - 60, value]]);
  expect(refused).toThrow(expect.objectContaining({ fault }));
});

test("a row without a value counts as missing, not as a fault", () => {
  expect(
    read([
      [-1, null],
      [-2, ""],
      [-3, 7],
    ]),
  ).toEqual({ kept: [[-3, 7]], dropped: [] });
});

describe("days missing from a source", () => {
  const source = canned();
  const warned: unknown[] = [];
  const { client } = open(kraken, source);
  Object.assign(client.log, { warn: (facts: object, sentence: string) => warned.push([sentence, facts]) });
  const since = { ...ALL, first: at(-4), last: at(0), since: at(-9) };
  const ask = (...days: number[]) => {
    warned.length = 0;
    soundRows(
      client,
      { receivedAt: at(0), date: at(0) },
      since,
      days.map((day) => ({ end: at(day), value: 7 })),
    );
    return warned;
  };

  test("are logged, once for each change", () => {
    const facts = {
      source: "kraken",
      metric: "btc-close",
      missing: 2,
      ends: ["2026-11-19T00:00:00.000Z", "2026-11-21T00:00:00.000Z"],
    };
    expect(ask(-4, -3, -1)).toEqual([["days missing from a source", facts]]);
    expect(ask(-4, -3, -1)).toEqual([]);
    expect(ask(-4, -3, -2, -1, 0)).toEqual([]);
    expect(ask(-4, -3, -1)).toHaveLength(1);
  });
});

describe("the end of a period", () => {
  test("is one step after its opening", () => expect(periodEnd(D - HOUR_MS, HOUR_MS)).toBe(D));

  test.each([
    ["seconds taken for milliseconds", D / 1000],
    ["microseconds", D * 1000 * 1000],
    ["another grid", D + 1],
    ["not a whole number of milliseconds", D + 0.5],
  ])("cannot be computed from %s", (_name, opening) => expect(periodEnd(opening, DAY_MS)).toBeUndefined());
});
