import { addDays, endOf, type UtcDay, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Metric } from "../../../src/domain/observation.js";
import { compareSeries } from "../../../src/jobs/compare-series.js";
import { daysOf } from "../../../src/jobs/stored-days.js";
import { addObservations } from "../../../src/storage/observations.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, slowPrice, youngInstallation } from "./young-installation.js";

const LAST = utcDay("2012-06-30");
const FIRST = addDays(LAST, -99);
const never = new AbortController().signal;

/** What a source says of a day, as a share of the true price; nothing when it has no such day. */
type Share = (day: UtcDay) => number | undefined;

function rows(metric: Metric, source: string, share: Share) {
  return daysOf(FIRST, LAST).flatMap((day) => {
    const at = share(day);
    return at === undefined ? [] : [observation(metric, source, endOf(day), slowPrice(endOf(day)) * at)];
  });
}

/** What comes of stored closes of some sources, and of further ones that can be asked. */
async function compared(
  stored: Readonly<Record<string, Share>>,
  {
    asked = {},
    hourly = {},
  }: { asked?: Readonly<Record<string, Share>>; hourly?: Readonly<Record<string, Share>> } = {},
) {
  const sources = Object.entries({ ...stored, ...asked }).map(([name, share]) =>
    fakeSource(name, (request) => (request.kind === "btc-close" ? rows("btc-close", name, share) : undefined)),
  );
  const { context, upstreams, database } = await youngInstallation(
    utcDay("2010-07-18"),
    "2012-07-01T12:00:00Z",
    sources,
  );
  for (const [name, share] of Object.entries(stored)) await addObservations(database, rows("btc-close", name, share));
  for (const [name, share] of Object.entries(hourly))
    await addObservations(database, rows("btc-hour-close", name, share));
  const distrusted = [...(await compareSeries(context, upstreams, LAST, never))];
  return { distrusted, asked: sources.filter((source) => source.asked.length > 0).map(({ name }) => name) };
}

const right: Share = () => 1;
const otherPair: Share = () => 0.87;

describe("before the past is frozen", () => {
  test("two sources that state the same pair are enough, though many days of a year lie far apart", async () => {
    const apartOnTenth: Share = (day) => (day % 3 === 0 ? 1.3 : 1.01);
    expect(await compared({ "coin-metrics": right, bitstamp: apartOnTenth }, { asked: { kraken: right } })).toEqual({
      distrusted: [],
      asked: [],
    });
  });

  test("a second source is asked where one alone is stored, and a third where they contradict each other", async () => {
    expect(
      await compared({ "coin-metrics": right }, { asked: { bitstamp: otherPair, kraken: right, brk: right } }),
    ).toEqual({ distrusted: ["btc-close bitstamp"], asked: ["bitstamp", "kraken"] });
  });

  test("the best source is not used when two others agree on another pair", async () => {
    const { distrusted } = await compared({ "coin-metrics": otherPair, bitstamp: right }, { asked: { kraken: right } });
    expect(distrusted).toEqual(["btc-close coin-metrics"]);
  });

  test("nothing is frozen while two contradict each other and no third decides", async () => {
    await expect(compared({ "coin-metrics": right, bitstamp: otherPair })).rejects.toThrow(
      "btc-close of coin-metrics and bitstamp are not of the same pair: switch one of them off",
    );
  });

  test("sources that share fewer than thirty days prove nothing", async () => {
    const few: Share = (day) => (day > LAST - 20 ? 0.87 : undefined);
    expect((await compared({ "coin-metrics": right, bitstamp: few })).distrusted).toEqual([]);
  });

  test("hourly closes that contradict the days of another source are not used", async () => {
    const hourly = { bitstamp: otherPair, kraken: right };
    const { distrusted } = await compared({ "coin-metrics": right, bitstamp: right }, { hourly });
    expect(distrusted).toEqual(["btc-hour-close bitstamp"]);
  });
});
