import { addDays, DAY_MS, endOf, FIRST_DAY, startOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { PastMetric } from "../../../src/domain/observation.js";
import { FirstFetchCollection } from "../../../src/jobs/first-fetch-collection.js";
import { FirstFetchProgress } from "../../../src/jobs/first-fetch-progress.js";
import { daysOf, readStoredDays } from "../../../src/jobs/stored-days.js";
import { type FakeSource, fakeSource } from "../../support/fake-source.js";
import { observation, slowPrice, youngInstallation } from "../../support/young-installation.js";

const NOW = "2013-01-04T09:00:00Z";
const never = new AbortController().signal;

type Failure = () => SourceError | undefined;

/** A source that has these metrics on every day up to a moment, unless it fails. */
function source(
  name: string,
  metrics: readonly PastMetric[],
  failure: Failure = () => undefined,
  now = () => Date.parse(NOW),
): FakeSource {
  const asked = fakeSource(name, (request) => {
    if (request.kind === "prices" || request.kind === "dominance" || !metrics.includes(request.kind)) return undefined;
    const { kind } = request;
    const fault = failure();
    if (fault !== undefined) return fault;
    return daysOf(request.from, request.to).flatMap((day) => {
      const at =
        kind === "btc-hour-close" ? startOf(day) + 6 * 3_600_000 : kind === "fear-greed" ? startOf(day) : endOf(day);
      return at > now() ? [] : [observation(kind, name, at, kind === "mvrv" ? 1.1 : slowPrice(at))];
    });
  });
  return { ...asked, series: Object.fromEntries(metrics.map((metric) => [metric, { firstDay: FIRST_DAY, lagMs: 0 }])) };
}

const away = (name: string) => () => new SourceError(name, "unreachable", "no answer");

async function collection(sources: readonly FakeSource[]) {
  const { collector, clock, log, db, published } = await youngInstallation(utcDay("2010-07-20"), NOW, sources);
  const newTerm = () => {
    const past = new FirstFetchCollection(clock, log, db, collector);
    return { past, collect: () => past.collect(new FirstFetchProgress(clock, log, published), never) };
  };
  return { ...newTerm(), newTerm, clock, log, db, published };
}

const CLOSES = ["coin-metrics", "kraken"].map((name) => source(name, ["btc-close"]));

describe("the past", () => {
  test("is complete with figures from two sources for each day while a third source is silent", async () => {
    const { collect } = await collection([...CLOSES, source("bitstamp", ["btc-close"], away("bitstamp"))]);
    await collect();
  });

  test("waits for a second source of the closes, and says which, since when and the remedy", async () => {
    let isAway = true;
    const brk = source("brk", ["btc-close"], () => (isAway ? away("brk")() : undefined));
    const { collect } = await collection([source("coin-metrics", ["btc-close"]), brk]);
    const reason =
      "the past is not complete: waiting for brk (unreachable since 2013-01-04T09:00:00.000Z) for the close of " +
      "Bitcoin; to continue without a source, add it to UPSTREAMS_DISABLED";
    await expect(collect()).rejects.toThrow(reason);
    isAway = false;
    await collect();
  });

  test("is complete with one source if the other has permanently refused and is named with its remedy", async () => {
    const refusal = () => new SourceError("brk", "refused", "status 451", { remedy: "add brk to UPSTREAMS_DISABLED" });
    const { past, collect, log } = await collection([
      source("coin-metrics", ["btc-close"]),
      source("brk", ["btc-close"], refusal),
    ]);
    await collect();
    expect(past.isLeftOut("btc-close", "brk")).toBe(true);
    const said = log.lines.filter(({ sentence }) => sentence === "the past is fetched without a source");
    expect(said.map(({ facts }) => facts)).toEqual([
      { source: "brk", metric: "btc-close", fault: "refused", remedy: "add brk to UPSTREAMS_DISABLED" },
    ]);
  });

  test("waits for prices at 06:00 as long as no other source has them", async () => {
    const { collect, clock } = await collection([...CLOSES, source("bitstamp", ["btc-hour-close"], away("bitstamp"))]);
    await expect(collect()).rejects.toThrow("for the price at 06:00 UTC");
    await clock.advance(3_600_000);
    await expect(collect()).rejects.toThrow("the past is not complete: waiting for bitstamp");
  });

  test("waits ten minutes for figures that the model can do without, and then names the missing ones", async () => {
    const { collect, clock, log } = await collection([
      ...CLOSES,
      source("alternative-me", ["fear-greed"], away("alternative-me")),
    ]);
    const reason = "the past is complete except for this, until 2013-01-04T09:10:00.000Z: waiting for alternative-me";
    await expect(collect()).rejects.toThrow(reason);
    await clock.advance(9 * 60_000);
    await expect(collect()).rejects.toThrow(reason);
    await clock.advance(60_000);
    await collect();
    const missing = log.lines.find(({ sentence }) => sentence === "the past is fetched without some figures");
    expect(missing?.facts).toEqual({ missing: ["fear-greed alternative-me"] });
  });

  test("is fetched once per term, and after a restart only for its newest 30 days", async () => {
    let isAway = true;
    const first = source("coin-metrics", ["btc-close"]);
    const { collect, newTerm } = await collection([
      first,
      source("brk", ["btc-close"], () => (isAway ? away("brk")() : undefined)),
    ]);
    await expect(collect()).rejects.toThrow("waiting for brk");
    await expect(collect()).rejects.toThrow("waiting for brk");
    isAway = false;
    await newTerm().collect();
    const to = utcDay("2013-01-04");
    expect(first.asked).toEqual([
      { kind: "btc-close", from: FIRST_DAY, to },
      { kind: "btc-close", from: addDays(to, -29), to },
    ]);
  });

  test.each([
    ["in one term", false],
    ["over a restart", true],
  ])("includes the days that ended while it waited for a source, %s", async (_, isRestarted) => {
    let now = Date.parse(NOW);
    const closes = ["coin-metrics", "kraken"].map((name) => source(name, ["btc-close"], undefined, () => now));
    const silent = source("alternative-me", ["fear-greed"], away("alternative-me"));
    const { past, collect, newTerm, clock, db } = await collection([...closes, silent]);
    await expect(collect()).rejects.toThrow("waiting for alternative-me");
    await clock.advance(6 * DAY_MS);
    now += 6 * DAY_MS;
    const second = isRestarted ? newTerm() : { past, collect };
    await second.collect().catch(() => undefined); // it may wait again
    const [from, to] = [utcDay("2012-12-20"), utcDay("2013-01-09")];
    const stored = await readStoredDays(db, from, to, ["btc-close"]);
    expect(daysOf(from, to).filter((day) => stored.all("btc-close", day).length < closes.length)).toEqual([]);
  });

  test("that begins too late for the model is reported with the sources that reach back far enough", async () => {
    const late = source("kraken", ["btc-close"]);
    const { collect } = await collection([
      { ...late, series: { "btc-close": { firstDay: utcDay("2012-01-01"), lagMs: 0 } } },
    ]);
    await expect(collect()).rejects.toThrow("no price back to 2010-09-16 yet: enable coin-metrics or brk");
  });
});

test("the progress of a first fetch counts the days that arrived; none while no source can be reached", async () => {
  const shareWith = async (sources: readonly FakeSource[]) => {
    const { collect, published } = await collection(sources);
    await collect().catch(() => undefined);
    const { firstStart } = published.now.get();
    return typeof firstStart === "object" ? firstStart.share : undefined;
  };
  expect(await shareWith(["coin-metrics", "brk"].map((name) => source(name, ["btc-close"], away(name))))).toBe(0);
  // Two series have arrived, and no day is closed.
  expect(await shareWith(CLOSES)).toBeCloseTo(2 / 3, 2);
});
