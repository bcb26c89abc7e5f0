import { addDays, endOf, formatDay, plus, startOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { Observation } from "../../../src/domain/observation.js";
import { daysOf } from "../../../src/jobs/stored-days.js";
import type { DayRange } from "../../../src/sources/source.js";
import { addObservations, observationsBetween } from "../../../src/storage/observations.js";
import type { DataRequest } from "../../support/canned-source.js";
import { type FakeSource, fakeSource } from "../../support/fake-source.js";
import { storedDays, storedRows } from "../../support/sample-ledger.js";
import { observation, slowPrice, youngInstallation } from "../../support/young-installation.js";

const LAST = utcDay("2013-01-02");
const D = utcDay("2013-01-04");
const SIX = 6 * 3_600_000;

type Bend = (value: number, request: DataRequest) => number;

/** A source with every close, MVRV and candle of the test's world; `bend` distorts its figures for a day. */
function exchange(name: string, bend: Bend = (value) => value): FakeSource {
  return fakeSource(name, (request): readonly Observation[] | undefined => {
    if (request.kind === "btc-close") {
      return daysOf(request.from, request.to).map((day) => {
        return observation("btc-close", name, endOf(day), bend(slowPrice(endOf(day)), request));
      });
    }
    if (request.kind === "mvrv" && name === "coin-metrics") {
      return daysOf(request.from, request.to).map((day) => {
        return observation("mvrv", name, endOf(day), bend(slowPrice(endOf(day)) / 90, request));
      });
    }
    if (request.kind === "btc-hour-close" && name === "bitstamp") return candles(name, request, bend);
    return undefined;
  });
}

function exchangeCloses(name: string, { from, to }: DayRange): readonly Observation[] {
  return daysOf(from, to).map((day) => observation("btc-close", name, endOf(day), slowPrice(endOf(day))));
}

function candles(name: string, request: Extract<DataRequest, DayRange>, bend: Bend): readonly Observation[] {
  const ends = daysOf(request.from, request.to).map((day) => startOf(day) + SIX);
  return ends.map((at) => observation("btc-hour-close", name, at, bend(slowPrice(at), request)));
}

const silent = (name: string) => fakeSource(name, () => new SourceError(name, "unreachable", "no answer"));

/** An exchange with only a live price, at a multiple of the world's. */
function ticker(name: string, now: string, share: number): FakeSource {
  const at = Date.parse(now);
  return fakeSource(name, ({ kind }) =>
    kind === "prices" ? [observation("btc-price", name, at, slowPrice(at) * share)] : undefined,
  );
}

const at06 = (sources: readonly FakeSource[], now = "2013-01-04T06:00:00Z") => youngInstallation(LAST, now, sources);

describe("the 06:00 run", () => {
  test("closes the day that has ended and stores the row of the next, at the confirmed live price", async () => {
    const now = "2013-01-04T06:00:00Z";
    const tickers = [ticker("kraken", now, 1.02), ticker("coingecko", now, 1.021)];
    const { closeDays, db, history } = await at06([exchange("coin-metrics"), exchange("bitstamp"), ...tickers]);
    expect(await closeDays()).toBe(1);
    expect(formatDay(history.days.at(-1)!.day)).toBe("2013-01-03");
    const row = (await storedRows(db)).at(-1);
    expect(row).toMatchObject({ day: D, origin: "live", priceSource: "kraken" });
    expect(row?.btcPriceUsd).toBeCloseTo(slowPrice(startOf(D) + SIX) * 1.02, 9);
  });

  test("uses the candles of 06:00 while the live prices contradict each other", async () => {
    const now = "2013-01-04T06:00:00Z";
    const tickers = [ticker("kraken", now, 1.6), ticker("coingecko", now, 0.7)];
    const { closeDays, db } = await at06([exchange("coin-metrics"), exchange("bitstamp"), ...tickers]);
    await closeDays();
    const row = (await storedRows(db)).at(-1);
    expect(row).toMatchObject({ origin: "live", priceSource: "bitstamp" });
    expect(row?.btcPriceUsd).toBeCloseTo(slowPrice(startOf(D) + SIX), 9);
  });

  test("counts an input that the day lacks if earlier days have it and one of its sources is enabled", async () => {
    const without = fakeSource("brk", ({ kind }) => (kind === "mvrv" ? [] : undefined));
    const { closeDays, db, meters } = await at06([exchange("bitstamp"), exchange("kraken"), without]);
    expect(await closeDays()).toBe(1);
    expect((await storedDays(db)).at(-1)).toMatchObject({ mvrv: undefined, majors: {} });
    const text = await meters.text();
    const missing = [...text.matchAll(/days_closed_without_input_total\{input="(\w+)"\} 1\n/g)].map(
      ([, input]) => input,
    );
    expect(missing).toContain("mvrv");
    expect(missing).not.toContain("eth"); // as on all days before
    expect(missing).not.toContain("btc_close");
  });

  test("removes the sources' figures of days closed more than 90 days ago", async () => {
    const { closeDays, db } = await at06([exchange("coin-metrics"), exchange("bitstamp")]);
    const closed = addDays(D, -1);
    const ends = [91, 90].map((back) => startOf(addDays(closed, -back)));
    await addObservations(
      db,
      ends.map((end) => observation("btc-close", "kraken", end, 100)),
    );
    await closeDays();
    const kept = await observationsBetween(
      db,
      "btc-close",
      startOf(addDays(closed, -100)),
      startOf(addDays(closed, -80)),
    );
    expect(kept.map(({ observedAt }) => observedAt)).toEqual(ends.slice(1));
  });

  test("does nothing and sends no request when run again", async () => {
    const source = exchange("coin-metrics");
    const { closeDays } = await at06([source, exchange("bitstamp")]);
    await closeDays();
    const asked = source.asked.length;
    expect(await closeDays()).toBeUndefined();
    expect(source.asked).toHaveLength(asked);
  });

  test("closes nothing before 06:00", async () => {
    const { closeDays, history } = await at06([exchange("coin-metrics"), exchange("bitstamp")], "2013-01-04T05:59:59Z");
    await closeDays();
    // the day 2013-01-03 is due at 06:00 of the 4th
    expect(formatDay(history.days.at(-1)!.day)).toBe("2013-01-02");
  });

  test("freezes no close of one source that is ten times too high while two others are right", async () => {
    const spiked = exchange("coin-metrics", (value, request) => (request.kind === "btc-close" ? value * 10 : value));
    const { closeDays, db, log } = await at06([spiked, exchange("bitstamp"), exchange("kraken")]);
    await closeDays();
    const last = (await storedDays(db)).at(-1);
    expect(last?.price).toBeCloseTo(slowPrice(endOf(utcDay("2013-01-03"))), 9);
    expect(last?.sources["btc-close"]).toBe("bitstamp");
    const refused = log.lines.find(({ sentence }) => sentence === "sources contradicted")?.facts["refused"];
    expect(refused).toEqual([{ source: "coin-metrics", value: expect.closeTo(10 * (last?.price ?? 0), 9) }]);
  });

  test("waits while the only two sources contradict each other on the close, and shows both figures", async () => {
    const spiked = exchange("coin-metrics", (value, request) => (request.kind === "btc-close" ? value * 10 : value));
    const { closeDays } = await at06([spiked, exchange("bitstamp")]);
    await expect(closeDays()).rejects.toThrow(
      /^waiting for the close of 2013-01-03: .*: coin-metrics 455.5755, bitstamp 45.55755; the last one was 45.48492$/,
    );
  });

  test("fetches figures of the night again, and the morning's value counts", async () => {
    let fetchedAt = startOf(D);
    const restating = (name: string) =>
      fakeSource(name, (request) => {
        if (request.kind !== "btc-close")
          return request.kind === "btc-hour-close" ? candles(name, request, (value) => value) : undefined;
        const share = fetchedAt === startOf(D) ? 1.004 : 1;
        return exchangeCloses(name, request).map((each) => ({ ...each, fetchedAt, value: each.value * share }));
      });
    const sources = [restating("coin-metrics"), restating("bitstamp")];
    const { closeDays, clock, db, collector } = await at06(sources, "2013-01-04T04:07:00Z");
    const day = addDays(D, -1);
    await collector.collectCloses({ from: day, to: day }, new AbortController().signal);
    fetchedAt = plus(startOf(D), SIX);
    await clock.advance(Date.parse("2013-01-04T06:00:00Z") - clock.now());
    await closeDays();
    expect((await storedDays(db)).at(-1)?.price).toBeCloseTo(slowPrice(endOf(day)), 9);
  });

  test("drops an MVRV that implies an impossible realized price", async () => {
    const spiked = exchange("coin-metrics", (value, request) => (request.kind === "mvrv" ? value * 10 : value));
    const { closeDays, db } = await at06([spiked, exchange("bitstamp")]);
    for (const day of daysOf(addDays(LAST, -3), LAST)) {
      await addObservations(db, [
        observation("btc-close", "coin-metrics", endOf(day), slowPrice(endOf(day))),
        observation("mvrv", "coin-metrics", endOf(day), slowPrice(endOf(day)) / 90),
      ]);
    }
    await closeDays();
    expect((await storedDays(db)).at(-1)?.mvrv).toBeUndefined();
  });

  test("closes nothing while every source is silent, and says that data is missing", async () => {
    const { closeDays, db } = await at06([silent("coin-metrics"), silent("bitstamp")]);
    await expect(closeDays()).rejects.toThrow("waiting for the close of 2013-01-03: no source has it yet");
    expect((await storedDays(db)).at(-1)?.day).toBe(LAST);
  });
});

describe("after downtime", () => {
  test("each missed row is computed as of its own 06:00, from the candle of that hour", async () => {
    const { closeDays, db } = await at06([exchange("coin-metrics"), exchange("bitstamp")], "2013-01-09T15:30:00Z");
    expect(await closeDays()).toBe(6);
    const rows = await storedRows(db);
    expect(rows.map((row) => formatDay(row.day))).toEqual(daysOf(D, utcDay("2013-01-09")).map(formatDay));
    for (const row of rows) {
      expect(row.origin).toBe("late");
      expect(row.btcPriceUsd).toBeCloseTo(slowPrice(startOf(row.day) + SIX), 9);
    }
  });

  test("a late row equals the one a run at its own 06:00 would have stored", async () => {
    const live = await at06([exchange("coin-metrics"), exchange("bitstamp")], "2013-01-04T06:00:00Z");
    await live.closeDays();
    const late = await at06([exchange("coin-metrics"), exchange("bitstamp")], "2013-01-09T15:30:00Z");
    await late.closeDays();
    const liveRow = (await storedRows(live.db)).find(({ day }) => day === D);
    const lateRow = (await storedRows(late.db)).find(({ day }) => day === D);
    expect({ ...lateRow, computedAt: 0, origin: "" }).toEqual({ ...liveRow, computedAt: 0, origin: "" });
  });

  test("without a candle the row waits while a source that could have one is silent", async () => {
    const sources = [exchange("coin-metrics"), exchange("brk"), silent("kraken")];
    const { closeDays } = await at06(sources, "2013-01-06T06:30:00Z");
    await expect(closeDays()).rejects.toThrow(
      "no source has the price at 06:00 UTC of 2013-01-04 yet: waiting for kraken",
    );
  });

  test("a row uses the opening price of its day if every source has only candles of later days", async () => {
    const lost = startOf(D) + SIX;
    const sources = ["bitstamp", "kraken"].map((name) =>
      fakeSource(name, (request) => {
        if (request.kind === "btc-close") return exchangeCloses(name, request);
        if (request.kind !== "btc-hour-close") return undefined;
        return candles(name, request, (value) => value).filter(({ observedAt }) => observedAt !== lost);
      }),
    );
    const { closeDays, db } = await at06(sources, "2013-01-06T06:30:00Z");
    await closeDays();
    const row = (await storedRows(db)).find(({ day }) => day === D);
    expect(row?.btcPriceUsd).toBeCloseTo(slowPrice(startOf(D)), 9);
    expect(row).toMatchObject({ origin: "late", standIn: "opening" });
    const lines = await db.selectFrom("ledger").select("body").where("body", "like", `%"date":"2013-01-04"%`).execute();
    expect(lines.map(({ body }) => JSON.parse(body).public.row.origin)).toEqual(["late-opening"]);
  });

  test("a candle that two others contradict is not used for a row", async () => {
    const spiked = exchange("bitstamp", (value, request) => (request.kind === "btc-hour-close" ? value * 10 : value));
    const others = [exchangeCandles("kraken"), exchangeCandles("binance")];
    const { closeDays, db } = await at06([exchange("coin-metrics"), spiked, ...others], "2013-01-04T20:00:00Z");
    await closeDays();
    const row = (await storedRows(db)).find(({ day }) => day === D);
    expect(row).toMatchObject({ origin: "late", priceSource: "kraken" });
    expect(row?.btcPriceUsd).toBeCloseTo(slowPrice(startOf(D) + SIX), 9);
  });

  test("a day is not a gap but waits while all sources of its close have been silent for days", async () => {
    const { closeDays, db } = await at06(
      [silent("coin-metrics"), silent("kraken"), exchangeCandles()],
      "2013-01-07T08:00:00Z",
    );
    await expect(closeDays()).rejects.toThrow("waiting for the close of 2013-01-03: no source has it yet");
    expect((await storedDays(db)).at(-1)?.day).toBe(LAST);
  });

  test("a day that no source has is a gap once one of them has later days", async () => {
    const hole = utcDay("2013-01-03");
    const forgetful = (name: string) =>
      fakeSource(name, (request) => {
        const isMvrv = request.kind === "mvrv" && name === "coin-metrics";
        if (request.kind !== "btc-close") return isMvrv ? [] : undefined;
        return daysOf(request.from, request.to)
          .filter((day) => day !== hole)
          .map((day) => observation("btc-close", name, endOf(day), slowPrice(endOf(day))));
      });
    const { closeDays, db } = await at06(
      [forgetful("coin-metrics"), forgetful("kraken"), exchangeCandles()],
      "2013-01-07T08:00:00Z",
    );
    await closeDays();
    const closed = (await storedDays(db)).find((each) => each.day === hole);
    expect(closed?.price).toBeUndefined();
    expect((await storedDays(db)).at(-1)?.day).toBe(utcDay("2013-01-06"));
  });
});

/** A source with hourly candles and nothing else. */
function exchangeCandles(name = "bitstamp"): FakeSource {
  return fakeSource(name, (request) =>
    request.kind === "btc-hour-close" ? candles(name, request, (value) => value) : undefined,
  );
}
