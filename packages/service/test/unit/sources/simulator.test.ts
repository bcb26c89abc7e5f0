import { addDays, DAY_MS, dayOf, type Instant, utcDay } from "peak-cycle-model";
import { FAULTS, type Fault, type Simulator, startSimulator } from "peak-cycle-simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { Observation } from "../../../src/domain/observation.js";
import { parseConfig } from "../../../src/settings/settings.js";
import { SourceClient } from "../../../src/sources/get-json.js";
import { SOURCE_NAMES, SOURCES } from "../../../src/sources/order.js";
import { hasPrices } from "../../../src/sources/source.js";
import { openSources } from "../../../src/sources/sources.js";
import { answersTo, type DataRequest, expectPromises, observed, RECEIVED } from "../../support/canned-source.js";
import { briskClock, fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { simulatorSettings } from "../../support/simulated-life.js";

const NEVER = new AbortController().signal;
const NOW = Date.parse(RECEIVED) as Instant;
const TODAY = dayOf(NOW);
const SINCE_2010 = { from: utcDay("2010-07-18"), to: addDays(TODAY, -1) };
const MONTH = { from: addDays(TODAY, -30), to: addDays(TODAY, -1) };
const DAY_BEFORE = { from: addDays(TODAY, -1), to: TODAY };

const REQUESTS: Readonly<Record<string, DataRequest>> = {
  "one price": { kind: "prices", coins: ["btc"] },
  prices: { kind: "prices", coins: ["btc", "ada", "bnb", "doge", "eth", "ltc", "sol", "xrp", "usdt"] },
  "a month of closes": { kind: "btc-close", ...MONTH },
  "a month of closes of ETH": { kind: "eth-close", ...MONTH },
  "a month of MVRV": { kind: "mvrv", ...MONTH },
  "a day of hours": { kind: "btc-hour-close", ...DAY_BEFORE },
  dominance: { kind: "dominance" },
  "a month of sentiment": { kind: "fear-greed", ...MONTH },
};

const CASES = SOURCES.flatMap((source) =>
  Object.entries(REQUESTS)
    .filter(([, request]) => answersTo(source, request))
    .map(([title, request]) => [source.name, title, request] as const),
);

let simulator: Simulator;
/** The sources' responses to these requests without a fault. */
const right = new Map<DataRequest, Map<string, readonly Observation[]>>();
beforeAll(async () => {
  simulator = await startSimulator({ at: RECEIVED, fixed: true });
  for (const request of Object.values(REQUESTS)) right.set(request, new Map());
  for (const [name, , request] of CASES) right.get(request)?.set(name, await asked(name, request));
});
afterAll(() => simulator.close());

/** The result of a source's first query. */
async function asked(name: string, request: DataRequest): Promise<readonly Observation[]> {
  const { sources } = parseConfig(simulatorSettings(simulator));
  const [source, base] = [SOURCES.find((each) => each.name === name), sources.urls[name]];
  if (source === undefined || base === undefined) throw new Error(`no source ${name}`);
  const client = new SourceClient(source, { base, headers: {}, spacingMs: 0 }, briskClock(RECEIVED), quietLog());
  return observed({ source, client, tetherUsd: 0.9998 }, request);
}

/** How many observations a healthy source returns. */
function dueCount(name: string, request: DataRequest): number {
  if (request.kind === "dominance") return 1;
  if (request.kind !== "prices") return { "btc-hour-close": 1, "fear-greed": 31 }[request.kind as string] ?? 30;
  return request.coins.filter((coin) => {
    return SOURCES.some((each) => each.name === name && hasPrices(each) && each.coins.includes(coin));
  }).length;
}

describe.each(CASES)("%s and %s", (name, _title, request) => {
  test("agree on everything that is due", () => {
    const all = right.get(request)?.get(name) ?? [];
    expectPromises(name, request, all);
    // The simulator publishes MVRV of yesterday at about 03:00; at 04:12 the month is complete.
    expect(all).toHaveLength(dueCount(name, request));
  });
});

describe("the whole past", () => {
  test.each([
    ["coin-metrics", "btc", "2010-07-18"],
    ["brk", "btc", "2010-08-16"],
    ["bitstamp", "btc", "2011-08-18"],
    ["bitstamp", "eth", "2017-08-17"],
    ["binance", "btc", "2017-08-17"],
    ["coin-metrics", "doge", "2014-01-23"],
    ["binance", "sol", "2020-08-11"],
  ] as const)("of %s has every day of %s since %s", async (name, coin, first) => {
    const request = { kind: `${coin}-close`, ...SINCE_2010 } as const;
    const all = await asked(name, request);
    expectPromises(name, request, all);
    expect(all[0]?.observedAt).toBe((utcDay(first) + 1) * DAY_MS);
    expect(all).toHaveLength(TODAY - utcDay(first));
  });

  test.each([
    ["coin-metrics", "2010-07-18"],
    ["brk", "2010-08-16"],
  ] as const)("of %s has MVRV of every day since %s", async (name, first) => {
    const all = await asked(name, { kind: "mvrv", ...SINCE_2010 });
    expect(all).toHaveLength(TODAY - utcDay(first));
  });

  test("of Kraken ends 719 days ago", async () => {
    expect(await asked("kraken", { kind: "btc-close", ...SINCE_2010 })).toHaveLength(719);
  });

  test("of Bitstamp has 06:00 of every day of two years", async () => {
    const from = addDays(TODAY, -730);
    const all = await asked("bitstamp", { kind: "btc-hour-close", from, to: TODAY });
    expect(all).toHaveLength(730);
  });
});

describe("a request for coins of which one is not listed", () => {
  test.each(["kraken", "binance"])("of %s returns the prices of the others", async (name) => {
    const early = await startSimulator({ at: "2019-06-01T04:12:10Z", fixed: true }); // before SOL
    const { sources } = parseConfig(simulatorSettings(early));
    const feeds = openSources(sources, fakeClock("2019-06-01T04:12:10Z"), quietLog()).prices("btc");
    const answers = feeds
      .filter((feed) => feed.name === name)
      .map((feed) => feed.prices(["eth", "sol", "xrp"], NEVER, 1));
    const figures = (await Promise.all(answers)).flatMap((answer) => answer.figures);
    await early.close();
    expect(figures.map(({ metric }) => metric).sort()).toEqual(["eth-price", "xrp-price"]);
  });
});

const CLOSES = ["btc-close", "eth-close"] as const;

/**
 * Faults after which a number is still plausible on its own; only another source or the previous number can contradict
 * it.
 */
const BELIEVABLE: Readonly<Partial<Record<Fault, readonly DataRequest["kind"][]>>> = {
  "10x-spike": ["prices", ...CLOSES, "mvrv", "btc-hour-close"],
  stale: ["prices", ...CLOSES, "btc-hour-close"],
  early: ["prices"],
  "zero-price": ["fear-greed"],
  "wrong-pair": ["prices", ...CLOSES, "mvrv", "btc-hour-close", "dominance", "fear-greed"],
};

describe.each(FAULTS.filter((fault) => fault !== "hang"))("with %s", (fault) => {
  test.each(SOURCE_NAMES)("%s returns right numbers or a SourceError, and never anything else", async (name) => {
    simulator.faults.clear();
    simulator.faults.set(name, fault);
    const troubles: string[] = [];
    for (const [, , request] of CASES.filter(([each]) => each === name)) {
      const all = await asked(name, request).catch((error: unknown) => {
        if (!(error instanceof SourceError)) throw error;
        expect(error.source).toBe(name);
        return [];
      });
      expectPromises(name, request, all);
      if (BELIEVABLE[fault]?.includes(request.kind) === true) continue;
      const values = right.get(request)?.get(name) ?? [];
      for (const { metric, observedAt, value } of all) {
        const same = values.find((each) => each.metric === metric && each.observedAt === observedAt);
        if (same?.value !== value) troubles.push(`${metric} of ${observedAt} is ${value}, not ${same?.value}`);
      }
    }
    simulator.faults.clear();
    expect(troubles).toEqual([]);
  });
});
