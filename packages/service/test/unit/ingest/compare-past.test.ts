import { addDays, DAY_MS, endOf, type Instant, utcDay } from "peak-cycle-model";
import { beforeEach, expect, test } from "vitest";
import type { Observation } from "../../../src/domain/observation.js";
import { comparePast } from "../../../src/ingest/compare-past.js";
import type { Source } from "../../../src/ingest/data-source.js";
import type { Stores } from "../../../src/storage/stores.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const LAST = utcDay("2026-11-20");
const FIRST = addDays(LAST, -99);
const NOW = (endOf(LAST) + 9 * 3_600_000) as Instant;
const never = new AbortController().signal;

let stores: Stores;
let log: ReturnType<typeof quietLog>;
beforeEach(async () => {
  stores = await tempSqliteStores();
  log = quietLog();
});

/** A hundred days of Bitcoin's closes, times a factor by the day. */
function closes(source: string, factor: (n: number) => number = () => 1): Observation[] {
  return Array.from({ length: 100 }, (_, n): Observation => {
    const observedAt = endOf(addDays(FIRST, n));
    return { metric: "btc-close", source, observedAt, fetchedAt: NOW, value: (50_000 + n) * factor(n) };
  });
}

/** A source of Bitcoin's closes. */
function source(name: string, factor?: (n: number) => number): Source {
  return {
    name,
    answers: (request) => request.kind === "daily" && request.coin === "btc",
    async *observe() {
      yield closes(name, factor);
    },
  };
}

async function compare(...sources: Source[]): Promise<string[]> {
  const deps = { clock: fakeClock("2026-11-21T09:00:00Z"), log, stores, sources };
  return [...(await comparePast(deps, LAST, never))];
}

const differing = () =>
  log.lines.filter(({ sentence }) => sentence === "sources differ on closes").map(({ facts }) => facts);

test("a second source that agrees confirms the first, and is asked once", async () => {
  await stores.observations.add(closes("coin-metrics"));
  expect(
    await compare(
      source("coin-metrics"),
      source("bitstamp", () => 1.004),
    ),
  ).toEqual([]);
  expect((await stores.observations.newest("btc-close", NOW, "bitstamp"))?.value).toBeCloseTo(50_099 * 1.004, 6);
  expect(differing()).toEqual([]);
});

test("single days that lie apart are logged and distrust nobody", async () => {
  await stores.observations.add(closes("brk", (n) => (n === 40 || n === 41 ? 0.68 : 1)));
  expect(await compare(source("brk"), source("bitstamp"))).toEqual([]);
  expect(differing()).toEqual([
    { sources: ["bitstamp", "brk"], days: 2, of: 100, first: "2026-09-22", last: "2026-09-23", most: 0.32 },
  ]);
});

test.each([
  ["the first", ["coin-metrics"]],
  ["the second", ["bitstamp"]],
])("of three sources %s with another pair is found by the two others", async (_name, wrong) => {
  const factor = (name: string) => () => (wrong.includes(name) ? 0.87 : 1);
  await stores.observations.add(closes("coin-metrics", factor("coin-metrics")));
  const all = ["coin-metrics", "bitstamp", "kraken"].map((name) => source(name, factor(name)));
  expect(await compare(...all)).toEqual(wrong.map((name) => `btc-close ${name}`));
});

test("two sources that contradict one another decide nothing, and the reason names both", async () => {
  await stores.observations.add(closes("coin-metrics"));
  await expect(
    compare(
      source("coin-metrics"),
      source("bitstamp", () => 0.87),
    ),
  ).rejects.toThrow(/btc-close of coin-metrics and bitstamp are not of the same pair/);
});

test("hourly closes of another pair are found by the daily ones of another source", async () => {
  await stores.observations.add(closes("coin-metrics"));
  const hourly = closes("bitstamp", () => 0.87).map((each): Observation => ({ ...each, metric: "btc-hour-close" }));
  const noon = hourly.map((each) => ({ ...each, observedAt: (each.observedAt + DAY_MS / 4) as Instant }));
  await stores.observations.add([...hourly, ...noon]);
  expect(await compare(source("coin-metrics"))).toEqual(["btc-hour-close bitstamp"]);
});
