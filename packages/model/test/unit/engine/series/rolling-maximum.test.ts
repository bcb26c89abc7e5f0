import { expect, test } from "vitest";
import { RollingMaximum } from "../../../../src/engine/series/rolling-maximum.js";

test("skips missing values but counts their rows", () => {
  const maximum = new RollingMaximum(2);
  expect([undefined, 7, undefined, undefined, 1].map((value) => maximum.append(value))).toEqual([
    undefined,
    7,
    7,
    undefined,
    1,
  ]);
});

test("agrees with a plain scan on a long series", () => {
  const values = Array.from({ length: 500 }, (_, i) => Math.round(50 * Math.sin(i * i)));
  const maximum = new RollingMaximum(60);
  values.forEach((value, i) => {
    expect(maximum.append(value)).toBe(Math.max(...values.slice(Math.max(0, i - 59), i + 1)));
  });
});
