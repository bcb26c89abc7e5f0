import { expect, test } from "vitest";
import { MAJORS } from "../../../src/domain/day.js";

test("the majors are summed in the order of their names", () => {
  expect(MAJORS).toEqual([...MAJORS].sort());
  expect(MAJORS).toHaveLength(7);
});
