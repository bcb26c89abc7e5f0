import { type Instant, instantOf } from "peak-cycle-model";
import { expect, test } from "vitest";
import { nearHorizons } from "../../../src/domain/model-horizon.js";

const at = (iso: string): Instant => instantOf(iso);

test("a version that does not include the next halving warns from two months before it", () => {
  const urgent = (iso: string) => nearHorizons(at(iso)).filter(({ isUrgent }) => isUrgent);
  expect(urgent("2028-01-29T23:59:59Z")).toEqual([]);
  const sentence =
    "the next halving is expected about 2028-03-30, and this version does not include it: install a newer version " +
    "of Peak before then, or scores are signed with the old subsidy";
  expect(urgent("2028-01-30T00:00:00Z")).toEqual([{ isUrgent: true, sentence }]);
  expect(urgent("2031-01-01T00:00:00Z")).toHaveLength(1);
});

test("a version warns two months before the first year for which its table lacks a coin's supply", () => {
  const told = (iso: string) => nearHorizons(at(iso)).map(({ sentence }) => sentence);
  expect(told("2025-11-01T00:00:00Z")).toEqual([]);
  expect(told("2025-11-02T00:00:00Z")).toEqual([
    "the supplies of crypto's coins are known up to 2025 and used unchanged after that; " +
      "a newer version may have later ones",
  ]);
});
