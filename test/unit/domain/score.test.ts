import { expect, test } from "vitest";
import { published, SCORE_LEAST, SCORE_MOST } from "../../../src/domain/score.js";

test.each([
  [58.968571, 59],
  [79.324447, 79.3],
  [16.517206, 16.5],
  [0.05, 0.1],
  [19.95, 20],
  [19.949999, 19.9],
  [99.95, 100],
])("%d is published as %d", (score, expected) => {
  expect(published(score)).toBe(expected);
});

test("the ends stay where they are", () => {
  expect([published(SCORE_LEAST), published(SCORE_MOST)]).toEqual([0, 100]);
});
