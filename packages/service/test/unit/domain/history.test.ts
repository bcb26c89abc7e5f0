import { type Instant, utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { CLOSE_HOUR, type HistoryRow, PUBLIC_DAYS, publicRow } from "../../../src/domain/history.js";

test("the public sees 30 days, each computed at 06:00 UTC", () => {
  expect([PUBLIC_DAYS, CLOSE_HOUR]).toEqual([30, 6]);
});

const ROW: HistoryRow = {
  day: utcDay("2026-11-21"),
  computedAt: 1 as Instant,
  modelVersion: "1",
  raw: 47.34,
  score: 47.3,
  smoothed: 45.05,
  phase: "BULL",
  btcPriceUsd: 67_000.125,
  priceSource: "kraken",
  origin: "live",
};

test("a row is shown rounded, in the order of the specification, and without what lies behind it", () => {
  expect(JSON.stringify(publicRow(ROW))).toBe(
    '{"date":"2026-11-21","score":47.3,"score_smoothed":45.1,"phase_key":"BULL","btc_price_usd":67000.13}',
  );
});

test("a number that is not finite is refused", () => {
  expect(() => publicRow({ ...ROW, smoothed: Number.NaN })).toThrow(RangeError);
});
