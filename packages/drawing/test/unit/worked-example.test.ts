import { expect, test } from "vitest";
import { LIGHT } from "../../src/colors.js";
import { serialize } from "../../src/markup.js";
import { workedExample } from "../../src/worked-example.js";

const POSITIONS = [
  { name: "One", value: 1, low: 0, high: 2, position: 50 },
  { name: "Two", value: 9, low: 1, high: 9, position: 100 },
] as const;

test("the mean of a worked example is that of the places that are drawn above it", () => {
  const drawn = serialize(workedExample(POSITIONS, "Mean", { width: 212, colors: LIGHT }, "An example"));
  const numbers = [...drawn.matchAll(/text-anchor="end" fill="[^"]+">([\d.]+)</g)].map(([, number]) => number);
  expect(numbers).toEqual(["50.0", "100.0", "75.0"]);
  const markers = [...drawn.matchAll(/d="M([\d.]+) [\d.]+v/g)].map(([, x]) => Number(x));
  expect(markers).toEqual([106, 206, 156]);
});

test("a value near an end of its band leaves the room to the number of that end", () => {
  const drawn = serialize(workedExample(POSITIONS, "Mean", { width: 212, colors: LIGHT }, "An example"));
  expect(drawn.match(/text-anchor="middle"[^>]*>[\d.]+\.\d\d</g)).toHaveLength(1);
});
