import { expect, test } from "vitest";
import { FIRST_DAY, HALVING_DAYS } from "../../../src/day.js";
import { dayOfRow, GENESIS_DAY, minedOn, SUPPLY_AT_FIRST_ROW } from "../../../src/engine/row.js";
import { addDays, formatDay, utcDay } from "../../../src/instant.js";

test("row 0 is 2010-07-18, 561 days after the genesis block", () => {
  expect(formatDay(dayOfRow(0))).toBe("2010-07-18");
  expect(FIRST_DAY - GENESIS_DAY).toBe(561);
});

test("row 4131 is 2021-11-08, 4,692 days after the genesis block", () => {
  expect(formatDay(dayOfRow(4131))).toBe("2021-11-08");
  expect(dayOfRow(4131) - GENESIS_DAY).toBe(4692);
});

test("lists the days on which the subsidy halved, oldest first", () => {
  expect(HALVING_DAYS.map(formatDay)).toEqual(["2012-11-28", "2016-07-09", "2020-05-11", "2024-04-20"]);
});

test.each([
  ["2010-07-18", 7200],
  ["2012-11-27", 7200],
  ["2012-11-28", 3600],
  ["2016-07-09", 1800],
  ["2020-05-11", 900],
  ["2024-04-19", 900],
  ["2024-04-20", 450],
])("on %s, %d BTC are mined", (day, coins) => {
  expect(minedOn(utcDay(day))).toBe(coins);
});

/** Supply by the schedule at the end of a day. */
function supplyOn(day: string): number {
  let supply = SUPPLY_AT_FIRST_ROW;
  for (let each = addDays(FIRST_DAY, 1); each <= utcDay(day); each = addDays(each, 1)) supply += minedOn(each);
  return supply;
}

test("adds up to the published supplies of 2013-07-05 and 2021-11-08", () => {
  expect(supplyOn("2013-07-05")).toBe(10_453_400);
  expect(supplyOn("2021-11-08")).toBe(17_425_700);
});

test("reproduces the issuance in USD of 2021-11-08", () => {
  expect(minedOn(utcDay("2021-11-08")) * 67541.7555).toBeCloseTo(60787579.95, 4);
});
