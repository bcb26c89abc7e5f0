import {
  addDays,
  CycleModel,
  FIRST_DAY,
  type Flags,
  type Instant,
  scoreNumber,
  settle,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { ClosedDay } from "../../../src/domain/closed-day.js";
import { rowInstant } from "../../../src/domain/history.js";
import { closeDay, closingOf, computeRow } from "../../../src/jobs/compute-row.js";
import { closedDayOf, rowOf } from "../../../src/ledger/day-body.js";
import { slowPrice } from "../../support/young-installation.js";

/** Two and a half years, after which there are scores. */
const DAYS = 900;

function dayWith(day: UtcDay, factor = 1): ClosedDay {
  const price = factor * slowPrice(startOf(addDays(day, 1)));
  return {
    day,
    closedAt: startOf(day),
    price,
    mvrv: price / 90,
    fearGreed: 50,
    dominance: 60,
    majors: {},
    sources: {},
  };
}

const figures = (day: UtcDay, price: number) => ({
  price: { value: price, source: "kraken" },
  fearGreed: 50,
  computedAt: rowInstant(day) as Instant,
  origin: "live" as const,
});

/** A model over the past, and its next day. */
function past() {
  const model = new CycleModel();
  for (let i = 0; i < DAYS; i++) model.append(dayWith(addDays(FIRST_DAY, i)));
  return { model, day: addDays(FIRST_DAY, DAYS) };
}

describe("a closed day", () => {
  test("has the row of the following day, with the crypto score, from the same figures", () => {
    const { model, day } = past();
    const closed = dayWith(day);
    const again = model.clone();
    const { score, phase } = again.append(closed).crypto ?? { score: undefined, phase: undefined };
    const { row, settled } = closeDay(model, undefined, closed, figures(addDays(day, 1), 101));
    expect(row).toMatchObject({ day: day + 1, btcPriceUsd: 101, priceSource: "kraken", crypto: { score, phase } });
    expect(row).toMatchObject(computeRow(again, addDays(day, 1), figures(addDays(day, 1), 101)) ?? { day: 0 });
    expect(settled).toEqual(settle(undefined, row?.score ?? 0, addDays(day, 1)));
  });

  test("is read back from its signed form unchanged", () => {
    const { model, day } = past();
    const closed = dayWith(day);
    const { body, row } = closeDay(model, undefined, closed, figures(addDays(day, 1), 101));
    const smoothed = row && scoreNumber(row.smoothed); // signed with the digits that are shown
    expect([closedDayOf(body), rowOf(body)]).toEqual([closed, { ...row, smoothed }]);
  });

  test("has neither row nor settled phase without a price or in the first two years", () => {
    const { model, day } = past();
    expect(closeDay(model, undefined, dayWith(day), undefined)).toMatchObject({ row: undefined, settled: undefined });
    const young = closeDay(new CycleModel(), undefined, dayWith(FIRST_DAY), figures(addDays(FIRST_DAY, 1), 100));
    expect([young.row, young.body.public.row]).toEqual([undefined, null]);
  });

  test("is signed in the same way with invented and with computed scores", () => {
    const { model, day } = past();
    const [closed, of] = [dayWith(day), figures(addDays(day, 1), 101)];
    const computed = closeDay(model.clone(), undefined, closed, of);
    const { context, crypto } = model.append(closed);
    const row = computeRow(model, addDays(day, 1), of);
    expect(
      row &&
        closingOf(closed, context satisfies Flags, undefined, {
          ...row,
          crypto: crypto && { score: crypto.score, phase: crypto.phase },
        }),
    ).toEqual(computed);
  });
});
