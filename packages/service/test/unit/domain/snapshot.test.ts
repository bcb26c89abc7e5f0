import { expect, test } from "vitest";
import { fearGreedClass } from "../../../src/domain/snapshot.js";

test.each([
  [0, "Extreme Fear"],
  [25, "Extreme Fear"],
  [26, "Fear"],
  [46, "Fear"],
  [47, "Neutral"],
  [54, "Neutral"],
  [55, "Greed"],
  [75, "Greed"],
  [76, "Extreme Greed"],
  [100, "Extreme Greed"],
])("%d is %s", (value, name) => {
  expect(fearGreedClass(value)).toBe(name);
});
