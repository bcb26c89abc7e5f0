import { expect, test } from "vitest";
import { CycleModel } from "../../../src/engine/cycle-model.js";
import { NotEnoughDataError } from "../../../src/errors.js";
import { NOTHING } from "../../support/synthetic-market.js";

test("a day that is refused, for a gap too long or a number that cannot be, leaves the model as it was", () => {
  const model = new CycleModel();
  model.append({ ...NOTHING, price: 1 });
  expect(() => model.append({ ...NOTHING, price: 0 })).toThrow(RangeError);
  expect(() => model.append({ ...NOTHING, price: 1, majors: { eth: Number.NaN } })).toThrow(RangeError);
  expect(model.rows).toBe(1);
  for (let i = 0; i < 3; i += 1) model.append(NOTHING);
  expect(() => model.append(NOTHING)).toThrow(NotEnoughDataError);
  expect(() => model.append(NOTHING)).toThrow("2010-07-22");
  expect(model.rows).toBe(4);
  model.append({ ...NOTHING, price: 2 });
  expect(model.rows).toBe(5);
});
