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
