import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordOfDays } from "../../../src/backtest/compute-track-record.js";
import { labelsOf } from "../../../src/backtest/labels.js";
import { dayReader, type RecordDay } from "../../../src/backtest/record-day.js";
import { baselineRecord } from "../../../src/backtest/spans.js";
import type { Baseline, Span, TrackRecord } from "../../../src/backtest/track-record.js";
import type { DayInputs } from "../../../src/domain/day.js";
import { parseDay } from "../../../src/domain/instant.js";
import { LinearRegression } from "../../../src/engine/indicators/power-law-residual.js";
import { syntheticDays } from "../../support/synthetic-market.js";
import { lookAheadFaults, type Teller } from "./no-look-ahead.js";

/** The early period ends with row 1262. */
const LENGTH = 2300;
const EARLY_DAYS = 1263;
const MARKET = bitcoinDays(LENGTH);

/** The development period ends with row 4549. */
const LONG_MARKET = bitcoinDays(4700);

/** The made-up market without the coins that the record does not look at. */
function bitcoinDays(count: number): readonly DayInputs[] {
  return syntheticDays(count).map((inputs) => ({ ...inputs, majors: {}, dominance: undefined }));
}

function read(inputs: readonly DayInputs[]): readonly RecordDay[] {
  const reader = dayReader();
  return inputs.flatMap((each) => reader.append(each) ?? []);
}

function recordOf(days: readonly RecordDay[]): TrackRecord {
  const steps = recordOfDays(days);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const honest: Teller = (inputs) => {
  const days = read(inputs);
  return { days, record: recordOf(days) };
};

/** The same days up to a cut, and any others from then on. */
function changedFrom(inputs: readonly DayInputs[], cut: number, swing: number): readonly DayInputs[] {
  return inputs.map((each, row) => {
    if (row < cut) return each;
    const factor = Math.exp(swing * Math.sin((row - cut) / 90));
    const { price, mvrv, fearGreed } = each;
    return {
      ...each,
      price: price === undefined ? undefined : price * factor,
      mvrv: mvrv === undefined ? undefined : mvrv * factor,
      fearGreed: fearGreed === undefined ? undefined : 100 - fearGreed,
    };
  });
}

describe("nothing told of the past", () => {
  test("changes when days are appended, whatever they bring", () => {
    const cuts = fc.integer({ min: EARLY_DAYS, max: LENGTH - 1 });
    const swings = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(cuts, swings, (cut, swing) => {
        expect(lookAheadFaults(honest, changedFrom(MARKET, cut, swing), cut)).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });

  test.each([4550, 4651])("changes after the development period is over, cut at %i days", (cut) => {
    expect(lookAheadFaults(honest, changedFrom(LONG_MARKET, cut, -1.5), cut)).toEqual([]);
  });

  test("is told of few things only: days, finished spans, and settled events are there to be compared", () => {
    const { record } = honest(LONG_MARKET);
    expect(new Set(record.spans.map(({ period }) => period)).size).toBe(3);
    expect(record.turns.filter(({ kind, isFinal }) => kind === "low" && isFinal).length).toBeGreaterThan(1);
    expect(record.topRisk.alarms.length).toBeGreaterThan(1);
    expect(record.descentGuard.alarms.length).toBeGreaterThan(1);
  });
});

/** A teller whose days are spoiled after an honest reading. */
function spoiled(spoil: (days: readonly RecordDay[]) => readonly RecordDay[]): Teller {
  return (inputs) => {
    const days = spoil(read(inputs));
    return { days, record: recordOf(days) };
  };
}

const withRaw = (day: RecordDay, gauge: Baseline, raw: number | undefined): RecordDay => ({
  ...day,
  raws: { ...day.raws, [gauge]: raw },
});

/** A teller whose spans are told anew from evidence that nobody has cut. */
function unbounded(retell: (span: Span, days: readonly RecordDay[], rows: readonly number[]) => Span): Teller {
  return (inputs) => {
    const days = read(inputs);
    const record = recordOf(days);
    const spans = record.spans.map((span) => {
      const isInside = ({ day }: RecordDay) => day >= parseDay(span.from)! && day <= parseDay(span.to)!;
      return retell(
        span,
        days,
        days.flatMap((day, row) => (isInside(day) ? [row] : [])),
      );
    });
    return { days, record: { ...record, spans } };
  };
}

const pricesOf = (days: readonly RecordDay[]) => days.map(({ price }) => price);

/** Bugs that were made on purpose: each looks ahead in its own way. */
const PLANTED: readonly (readonly [name: string, teller: Teller, finding: RegExp])[] = [
  [
    "a gauge that uses tomorrow's price",
    spoiled((days) => days.map((day, row) => withRaw(day, "mayer", days[row + 1]?.raws.mayer))),
    /^day .*raws\/mayer/,
  ],
  [
    "a power law fitted to all days",
    spoiled((days) => {
      const fit = new LinearRegression();
      for (const [row, { price }] of days.entries()) fit.append(Math.log(561 + row), Math.log(price));
      return days.map((day, row) =>
        withRaw(day, "powerLaw", fit.clone().append(Math.log(561 + row), Math.log(day.price))),
      );
    }),
    /^day .*raws\/powerLaw/,
  ],
  [
    "a score of the next day",
    spoiled((days) => days.map((day, row) => ({ ...day, btc: days[row + 1]?.btc ?? day.btc }))),
    /^day .*btc\/raw/,
  ],
  [
    "a reading scaled by the highest of all days",
    spoiled((days) => {
      const most = Math.max(...days.map(({ raws }) => raws.mvrv ?? 0));
      return days.map((day) => ({
        ...day,
        readings: { ...day.readings, mvrv: day.readings.mvrv && Math.max(0, (100 * (day.raws.mvrv ?? 0)) / most) },
      }));
    }),
    /^day .*readings\/mvrv/,
  ],
  [
    "a score smoothed to both sides",
    spoiled((days) =>
      days.map((day, row) => {
        const smoothed = days[row + 3]?.btc?.smoothed;
        return day.btc === undefined || smoothed === undefined ? day : { ...day, btc: { ...day.btc, smoothed } };
      }),
    ),
    /^day .*btc\/smoothed/,
  ],
  [
    "a flag that knows of the fall to come",
    spoiled((days) =>
      days.map((day, row) => {
        const isFalling = days.slice(row, row + 90).some(({ price }) => price < 0.6 * day.price);
        return { ...day, context: { ...day.context, topRisk: isFalling ? "TOP_DISTRIBUTION" : null } };
      }),
    ),
    /^day .*context\/topRisk/,
  ],
  [
    "labels that look past the end of a period",
    unbounded((span, days, rows) => {
      const evidence = { days, prices: pricesOf(days), labels: labelsOf(pricesOf(days)) };
      const gauges = span.gauges.map((each) => ({ ...each, ranks: baselineRecord(each.gauge, rows, evidence)!.ranks }));
      return { ...span, gauges };
    }),
    /^span .*ranks\//,
  ],
  [
    "returns that end after a period",
    unbounded((span, days, rows) => {
      const evidence = { days, prices: pricesOf(days), labels: labelsOf([]) };
      const gauges = span.gauges.map((each) => ({
        ...each,
        fifths: baselineRecord(each.gauge, rows, evidence)!.fifths,
      }));
      return { ...span, gauges };
    }),
    /^span .*returns\//,
  ],
  [
    "turns that forget a high once it is exceeded by a later one",
    (inputs) => {
      const { days, record } = honest(inputs);
      const best = Math.max(...record.turns.map(({ priceUsd }) => priceUsd));
      const turns = record.turns.filter(({ kind, priceUsd }) => kind === "low" || priceUsd === best);
      return { days, record: { ...record, turns } };
    },
    /^turn high/,
  ],
];

/** Soon after the end of the early period, and after the first high of the market has been exceeded. */
const TRIALS = [
  { cut: 1300, length: 1600, swing: 1 },
  { cut: 2150, length: LENGTH, swing: -1 },
];

const faultsOf = (teller: Teller, { cut, length, swing }: (typeof TRIALS)[number]) =>
  lookAheadFaults(teller, changedFrom(MARKET.slice(0, length), cut, swing), cut);

describe("the law is broken by", () => {
  test.each(PLANTED)("%s", (_name, teller, finding) => {
    expect(TRIALS.some((trial) => faultsOf(teller, trial).some((fault) => finding.test(fault)))).toBe(true);
  });

  test.each(TRIALS)("nothing else, cut at $cut days", (trial) => {
    expect(faultsOf(honest, trial)).toEqual([]);
  });
});
