import { expect, test } from "vitest";
import { FIRST_DAY } from "../../../src/domain/day.js";
import { formatDay } from "../../../src/domain/instant.js";
import { dayOfRow, GENESIS_DAY } from "../../../src/engine/row.js";

test("row 0 is 2010-07-18, 561 days after the genesis block", () => {
  expect(formatDay(dayOfRow(0))).toBe("2010-07-18");
  expect(FIRST_DAY - GENESIS_DAY).toBe(561);
});

test("row 4131 is 2021-11-08, 4,692 days after the genesis block", () => {
  expect(formatDay(dayOfRow(4131))).toBe("2021-11-08");
  expect(dayOfRow(4131) - GENESIS_DAY).toBe(4692);
});
