import { expect, test } from "vitest";
import { addDays, endOf, type UtcDay, utcDay } from "../../../src/domain/instant.js";
import type { Metric } from "../../../src/domain/observation.js";
import { compareFigures } from "../../../src/operations/compare-figures.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeUpstream } from "../../support/fake-upstream.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";
import { observation } from "../../support/young-installation.js";

const NOW = "2026-11-21T09:10:00Z";
const never = new AbortController().signal;

const daysAgo = (count: number): UtcDay => addDays(utcDay("2026-11-21"), -count);

function figure(metric: Metric, source: string, day: UtcDay, value: number) {
  return observation(metric, source, endOf(day), value);
}

/** What is said when one MVRV was known as 2 and both sources state it now. */
async function compared(day: UtcDay, now: { readonly first: number; readonly second: number }) {
  const stores = await tempSqliteStores();
  await stores.observations.add([figure("mvrv", "coin-metrics", day, 2), figure("mvrv", "brk", day, 3)]);
  const upstreams = [
    fakeUpstream("brk", ({ kind }) => (kind === "mvrv" ? [figure("mvrv", "brk", day, now.second)] : undefined)),
    fakeUpstream("coin-metrics", ({ kind }) =>
      kind === "mvrv"
        ? [figure("mvrv", "coin-metrics", day, now.first)]
        : [figure("btc-close", "coin-metrics", day, 100)],
    ),
  ];
  const counted: string[] = [];
  const meters = { differing: (check: string) => void counted.push(check) };
  const log = quietLog();
  await compareFigures({ clock: fakeClock(NOW), log, stores, upstreams, meters }, never);
  return { counted, facts: log.lines.map(({ facts }) => facts) };
}

test("a figure older than a week that moved by over 1 % since it was stored is restated", async () => {
  expect(await compared(daysAgo(8), { first: 2.03, second: 2.03 })).toEqual({
    counted: ["restated"],
    facts: [{ source: "coin-metrics", metric: "mvrv", days: 1, first: "2026-11-13", last: "2026-11-13", most: 0.015 }],
  });
  expect((await compared(daysAgo(8), { first: 1.97, second: 1.97 })).counted).toEqual(["restated"]);
});

test("one that moved by less is not, nor one of the last week, which may still be corrected", async () => {
  for (const [day, first] of [
    [daysAgo(8), 2.019],
    [daysAgo(7), 2.03],
    [daysAgo(1), 2.03],
  ] as const) {
    expect(await compared(day, { first, second: first })).toEqual({ counted: [], facts: [] });
  }
});

test("sources differ when their MVRV of any one day is over 5 % apart", async () => {
  expect(await compared(daysAgo(1), { first: 2, second: 2.12 })).toEqual({
    counted: ["sources"],
    facts: [{ sources: ["coin-metrics", "brk"], days: 1, first: "2026-11-20", last: "2026-11-20", most: 0.06 }],
  });
  expect((await compared(daysAgo(1), { first: 2, second: 2.09 })).counted).toEqual([]);
});
