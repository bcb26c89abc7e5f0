import { expect, test } from "vitest";
import { MODEL_VERSION } from "../../src/evaluation.js";

test("the model is version 1, as in the method", () => {
  expect(MODEL_VERSION).toBe("1");
});
