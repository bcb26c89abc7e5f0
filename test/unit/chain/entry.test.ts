import { expect, test } from "vitest";
import { entryOf, revisionEntry } from "../../../src/chain/entry.js";
import type { HistoryRow } from "../../../src/domain/history.js";
import { presentHistory } from "../../../src/http/endpoints/history.js";
import { DAYS, GOLDEN, REVISION } from "./golden-chain.js";

const [BARE, FULL] = DAYS;
const ROW = FULL.row as HistoryRow;

test("entries are the golden ones, with a row and without", () => {
  expect(entryOf(0, BARE)).toBe(GOLDEN.links[0].entry);
  expect(entryOf(1, FULL)).toBe(GOLDEN.links[1].entry);
});

test("the numbers of a row are those of the public history, to the byte", () => {
  for (const smoothed of [0, 0.05, 44.949999999999996, 45, 99.95]) {
    const row = { ...ROW, smoothed, btcPriceUsd: smoothed * 1000.0049 };
    const shown = JSON.stringify(presentHistory([row]).data[0]).replace(/"phase":"[^"]*",/, "");
    expect(entryOf(1, { ...FULL, row })).toContain(`"row":${shown.slice(0, -1)},`);
  }
});

test("a number that JSON does not have is refused", () => {
  expect(() => entryOf(1, { ...FULL, row: { ...ROW, score: Number.NaN } })).toThrow(RangeError);
  expect(() => entryOf(1, { ...FULL, row: { ...ROW, btcPriceUsd: Infinity } })).toThrow(RangeError);
});

test("the entry of a correction is the golden one", () => {
  expect(revisionEntry(REVISION)).toBe(GOLDEN.revision.entry);
});
