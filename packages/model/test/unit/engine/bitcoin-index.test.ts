import { expect, test } from "vitest";
import { BitcoinIndex } from "../../../src/engine/bitcoin-index.js";
import { bitcoinRow } from "../../support/bitcoin-row.js";

/** A quiet market with an MVRV where `known` says so. */
function rowAt(index: number, known: boolean) {
  const price = Math.exp(Math.sin(index / 80) + index / 700);
  return bitcoinRow(index, { price, ...(known ? { mvrv: 1.5 + Math.sin(index / 90) } : {}) });
}

test("the first score comes at row 729 and seeds the smoothed series", () => {
  const index = new BitcoinIndex();
  const rows = Array.from({ length: 735 }, (_, i) => index.append(rowAt(i, true), undefined));
  expect(rows.findIndex((each) => each.btc !== undefined)).toBe(729);
  expect(rows[729]?.btc?.smoothed).toBe(rows[729]?.btc?.raw);
  expect(rows[728]?.coverage).toBe(0);
});

test("smoothing moves by 2/11 of the way to the unrounded score", () => {
  const index = new BitcoinIndex();
  const rows = Array.from({ length: 735 }, (_, i) => index.append(rowAt(i, true), undefined));
  const [before, now] = [rows[733]?.btc, rows[734]?.btc];
  expect(now?.smoothed).toBeCloseTo(
    (before?.smoothed ?? 0) + (2 / 11) * ((now?.raw ?? 0) - (before?.smoothed ?? 0)),
    12,
  );
});

test("without MVRV the coverage is 0.75, and the other three make the score", () => {
  const index = new BitcoinIndex();
  const rows = Array.from({ length: 800 }, (_, i) => index.append(rowAt(i, false), undefined));
  const last = rows.at(-1);
  expect(last?.coverage).toBe(0.75);
  const { thermo = 0, plaw = 0, ma200w = 0 } = last?.positions ?? {};
  expect(last?.btc?.raw).toBeCloseTo((thermo + plaw + ma200w) / 3, 12);
  expect(last?.positions.mvrv).toBeUndefined();
});

test("Fear & Greed has a position but no say in the score", () => {
  const [with_, without] = [new BitcoinIndex(), new BitcoinIndex()];
  for (let i = 0; i < 800; i += 1) {
    with_.append(rowAt(i, true), 20);
    without.append(rowAt(i, true), undefined);
  }
  const [a, b] = [with_.append(rowAt(800, true), 20), without.append(rowAt(800, true), undefined)];
  expect(a.positions.fng).toBeCloseTo(20, 12);
  expect(b.positions.fng).toBeUndefined();
  expect(a.btc?.raw).toBe(b.btc?.raw);
});
