import { expect, test } from "vitest";
import { formatDay } from "../../../src/domain/instant.js";
import { HALVING_DAYS } from "../../../src/engine/halvings.js";

test("lists the days on which the subsidy halved, oldest first", () => {
  expect(HALVING_DAYS.map(formatDay)).toEqual(["2012-11-28", "2016-07-09", "2020-05-11", "2024-04-20"]);
});
