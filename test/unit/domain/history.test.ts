import { expect, test } from "vitest";
import { CLOSE_HOUR, PUBLIC_DAYS } from "../../../src/domain/history.js";

test("the public sees 30 days, each computed at 06:00 UTC", () => {
  expect([PUBLIC_DAYS, CLOSE_HOUR]).toEqual([30, 6]);
});
