import { expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { cycleOf, periodOf } from "../../../src/record/periods.js";

test.each([
  ["2010-07-18", "early", 0],
  ["2012-11-27", "early", 0],
  ["2012-11-28", "early", 1],
  ["2013-12-31", "early", 1],
  ["2014-01-01", "development", 1],
  ["2016-07-09", "development", 2],
  ["2022-12-31", "development", 3],
  ["2023-01-01", "later", 3],
  ["2024-04-20", "later", 4],
  ["2031-01-01", "later", 4],
])("%s is of the %s period and of cycle %i", (text, period, cycle) => {
  expect([periodOf(utcDay(text)), cycleOf(utcDay(text))]).toEqual([period, cycle]);
});
