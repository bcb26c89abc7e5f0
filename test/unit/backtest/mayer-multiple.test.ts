import { expect, test } from "vitest";
import { MayerMultiple } from "../../../src/backtest/mayer-multiple.js";
import type { Row } from "../../../src/engine/row.js";

const row = (index: number, price: number): Row => ({ index, priced: index, age: 561 + index, price, weight: 1 });

test("is the logarithm of the price over the mean of the last 200 prices, from the 200th on", () => {
  const multiple = new MayerMultiple();
  for (let index = 0; index < 199; index += 1) expect(multiple.append(row(index, 10))).toBeUndefined();
  expect(multiple.append(row(199, 10))).toBe(0);
  expect(multiple.append(row(200, 30))).toBeCloseTo(Math.log(30 / 10.1), 12);
});

test("a copy goes on by itself", () => {
  const multiple = new MayerMultiple();
  for (let index = 0; index < 250; index += 1) multiple.append(row(index, 10 + index));
  const twin = multiple.clone();
  multiple.append(row(250, 9999));
  expect(twin.append(row(250, 260))).toBeCloseTo(Math.log(260 / 160.5), 12);
});
