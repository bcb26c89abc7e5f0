import { expect, test } from "vitest";
import { type LabelBox, labelPlaces } from "../../../../src/chart/record/label-places.js";
import { recordPlot } from "../../../../src/chart/record/record-plot.js";
import { SAMPLE_RECORD } from "../../../support/sample-record.js";

const PLOT = recordPlot({ points: SAMPLE_RECORD.curve, turns: [] }, 880);

function meet(one: LabelBox, other: LabelBox): boolean {
  const isBeside = one.x >= other.x + other.width || other.x >= one.x + one.width;
  return !isBeside && Math.abs(one.y - other.y) < 12;
}

test("a label gives way to one that is there", () => {
  const { shifted } = labelPlaces(PLOT);
  const first = shifted("Nov 8, 2021", { end: 400, y: 150 }, "up");
  const second = shifted("Apr 13, 2021", { end: 420, y: 150 }, "up");
  expect(first.y).toBe(150);
  expect(second.y).toBe(138);
  expect(meet(first, second)).toBe(false);
});

test("a label stays between the edges", () => {
  const { shifted } = labelPlaces(PLOT);
  expect(shifted("Nov 8, 2021", { end: 10, y: 150 }, "up").x).toBe(PLOT.left + 2);
  const last = shifted("Nov 8, 2021", { start: 875, y: 100 }, "down");
  expect(last.x + last.width).toBe(PLOT.right);
});

test("a figure stands at the right of its mark, else at the left, else nowhere", () => {
  const { beside } = labelPlaces(PLOT);
  expect(beside("79.3", 400, 300)?.x).toBe(406);
  const left = beside("80.1", 402, 300);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(396);
  expect(beside("80.2", 400, 302)).toBeUndefined();
});
