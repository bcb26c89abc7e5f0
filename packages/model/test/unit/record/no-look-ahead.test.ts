import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DayInputs } from "../../../src/day.js";
import { utcDay } from "../../../src/instant.js";
import { recordOfDays } from "../../../src/record/compute-track-record.js";
import { type RecordDay, readDays } from "../../../src/record/record-day.js";
import type { Alarm, TrackRecord, Turn } from "../../../src/record/track-record.js";
import { differences } from "../../support/numbers-of.js";
import { syntheticDays } from "../../support/synthetic-market.js";

/** The early period ends with row 1262. */
const LENGTH = 2300;
const EARLY_DAYS = 1263;
const MARKET = bitcoinDays(LENGTH);

/** The development period ends with row 4549. */
const LONG_MARKET = bitcoinDays(4700);

/** The made-up market without the coins, which the record does not use. */
function bitcoinDays(count: number): readonly DayInputs[] {
  return syntheticDays(count).map((inputs) => ({ ...inputs, majors: {}, dominance: undefined }));
}

function tell(inputs: readonly DayInputs[]): Told {
  const days = readDays(inputs);
  return { days, record: recordOfDays(days) };
}

/** The same days up to a cut, and arbitrary ones after it. */
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

describe("no statement about the past", () => {
  test("changes when days are appended, whatever their figures", () => {
    const cuts = fc.integer({ min: EARLY_DAYS, max: LENGTH - 1 });
    const swings = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(cuts, swings, (cut, swing) => {
        expect(lookAheadFaults(changedFrom(MARKET, cut, swing), cut)).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });

  test.each([4550, 4651])("changes after the development period is over, cut at %i days", (cut) => {
    expect(lookAheadFaults(changedFrom(LONG_MARKET, cut, -1.5), cut)).toEqual([]);
  });

  test("is missing from the comparison, which has days, finished periods and settled events", () => {
    const { record } = tell(LONG_MARKET);
    expect(new Set(record.periods.map(({ period }) => period)).size).toBe(3);
    expect(record.turns.filter(({ kind, isFinal }) => kind === "low" && isFinal).length).toBeGreaterThan(1);
    expect(record.topRisk.alarms.length).toBeGreaterThan(1);
    expect(record.descentGuard.alarms.length).toBeGreaterThan(1);
  });
});

/** Everything stated about days: each day's readings, and the record. */
interface Told {
  readonly days: readonly RecordDay[];
  readonly record: TrackRecord;
}

/** The last day of each period that ends. */
const PERIOD_ENDS = { early: utcDay("2013-12-31"), development: utcDay("2022-12-31") };

/**
 * The law: statements about the first days must not change when any further days are added. This covers the readings of
 * a day, all figures of a period that is over, and events that are settled.
 *
 * @param inputs more days than `cut`
 * @param cut the number of days at first
 * @returns paths of what has changed; none when the law holds
 */
function lookAheadFaults(inputs: readonly DayInputs[], cut: number): readonly string[] {
  const [before, after] = [tell(inputs.slice(0, cut)), tell(inputs)];
  const last = before.days.at(-1)!.day;
  const over = Object.entries(PERIOD_ENDS).flatMap(([key, end]) => (end <= last ? [key] : []));
  const finished = ({ periods }: TrackRecord) => periods.filter(({ period }) => over.includes(period));
  const settled = [...settledTurns(before), ...settledAlarms(before)];
  const { turns, topRisk, descentGuard } = after.record;
  const later = new Map([...turns, ...topRisk.alarms, ...descentGuard.alarms].map((each) => [keyOf(each), each]));
  return [
    ...differences(before.days, after.days.slice(0, cut)),
    ...differences(finished(before.record), finished(after.record)),
    ...settled.flatMap((event) => differences(event, later.get(keyOf(event))).map((path) => keyOf(event) + path)),
  ];
}

/** Unique: the descent guard takes top risk down, so no two alarms begin on the same day. */
function keyOf(event: Turn | Alarm): string {
  return "kind" in event ? `${event.kind} ${event.day}` : `alarm ${event.from}`;
}

/** Turns whose high has been exceeded. */
function settledTurns({ record }: Told): readonly Turn[] {
  const falls = new Set(record.turns.filter(({ kind, isFinal }) => kind === "low" && isFinal).map(({ fall }) => fall));
  return record.turns.filter(({ fall }) => falls.has(fall));
}

/**
 * Settled alarms: of the descent guard, those that have ended; of top risk, those whose highest close has also been
 * exceeded.
 */
function settledAlarms({ days, record }: Told): readonly Alarm[] {
  const hasEnded = ({ to }: Alarm) => utcDay(to) < days.at(-1)!.day;
  const isExceeded = ({ from, to }: Alarm) => {
    const during = days.filter(({ day }) => day >= utcDay(from) && day <= utcDay(to));
    const high = Math.max(...during.map(({ price }) => price));
    return days.some(({ day, price }) => day > utcDay(to) && price > high);
  };
  return [...record.descentGuard.alarms.filter(hasEnded), ...record.topRisk.alarms.filter(isExceeded)];
}
