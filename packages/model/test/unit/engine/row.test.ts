import { expect, test } from "vitest";
import { FIRST_DAY } from "../../../src/day.js";
import { dayOfRow, GENESIS_DAY, minedOn, SUPPLY_AT_FIRST_ROW } from "../../../src/engine/row.js";
import { addDays, formatDay, utcDay } from "../../../src/instant.js";

test("row 4131 is 2021-11-08, 4,692 days after the genesis block", () => {
  expect(formatDay(dayOfRow(4131))).toBe("2021-11-08");
  expect(dayOfRow(4131) - GENESIS_DAY).toBe(4692);
});

/** Supply by the schedule at the end of a day. */
function supplyOn(day: string): number {
  let supply = SUPPLY_AT_FIRST_ROW;
  for (let each = addDays(FIRST_DAY, 1); each <= utcDay(day); each = addDays(each, 1)) supply += minedOn(each);
  return supply;
}

test("the coins mined day by day add up to the published supplies of 2013-07-05 and 2021-11-08", () => {
  expect(supplyOn("2013-07-05")).toBe(10_453_400);
  expect(supplyOn("2021-11-08")).toBe(17_425_700);
});

test("the halving of 2024-04-20 leaves 450 BTC a day", () => {
  expect(["2024-04-19", "2024-04-20"].map((day) => minedOn(utcDay(day)))).toEqual([900, 450]);
});
