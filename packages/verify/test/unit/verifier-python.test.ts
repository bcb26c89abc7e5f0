import { expect, test } from "vitest";
import { verifierPython } from "../support/verifier-python.js";

test("the comparison of the verifiers fails in CI when Python is missing, and is skipped elsewhere", () => {
  expect(() => verifierPython(() => undefined, "true")).toThrow("there is no Python");
  expect(verifierPython(() => undefined, "")).toBeUndefined();
});
