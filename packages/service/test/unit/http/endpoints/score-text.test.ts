import { expect, test } from "vitest";
import { oneNumber } from "../../../../src/http/endpoints/score-text.js";
import { sampleSnapshot } from "../samples.js";

const { score } = sampleSnapshot();
const of = (value: number) => ({ ...score, btc: { ...score.btc, score: value } });

test("a fresh score is a number with one decimal and a line end", () => {
  expect([of(47.3), of(61), of(0), of(100)].map((each) => oneNumber(each, false))).toEqual([
    ...["47.3\n", "61.0\n", "0.0\n", "100.0\n"],
  ]);
});

test("a stale one is no number to any program", () => {
  const text = oneNumber(score, true);
  expect(text).toBe("47.3 (stale)\n");
  expect(Number(text)).toBeNaN();
});
