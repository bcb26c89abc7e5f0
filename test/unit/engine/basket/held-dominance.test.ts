import { expect, test } from "vitest";
import { HeldDominance } from "../../../../src/engine/basket/held-dominance.js";

test("is 0.60 until one is known", () => {
  expect(new HeldDominance().append(undefined)).toBe(0.6);
});

test("holds the newest for seven days, then is 0.60 again", () => {
  const dominance = new HeldDominance();
  expect(dominance.append(45)).toBe(0.45);
  for (let day = 1; day <= 7; day += 1) expect(dominance.append(undefined)).toBe(0.45);
  expect(dominance.append(undefined)).toBe(0.6);
  expect(dominance.append(50)).toBe(0.5);
});

test("a clone goes its own way", () => {
  const dominance = new HeldDominance();
  dominance.append(45);
  dominance.clone().append(99);
  expect(dominance.append(undefined)).toBe(0.45);
});
