import { expect, test } from "vitest";
import { recordLayout } from "../../../../src/chart/record/record-layout.js";
import { labelPlacer, type PlacedLabel } from "../../../../src/chart/record/turn-marks.js";
import { SAMPLE_RECORD } from "../../../support/sample-record.js";

const LAYOUT = recordLayout({ points: SAMPLE_RECORD.curve, turns: [] }, 880);

function meet(one: PlacedLabel, other: PlacedLabel): boolean {
  const isBeside = one.x >= other.x + other.width || other.x >= one.x + one.width;
  return !isBeside && Math.abs(one.y - other.y) < 12;
}

test("a label gives way to one that is there", () => {
  const { placeShifted } = labelPlacer(LAYOUT);
  const first = placeShifted("Nov 8, 2021", { end: 400, y: 150 }, "up");
  const second = placeShifted("Apr 13, 2021", { end: 420, y: 150 }, "up");
  expect(first.y).toBe(150);
  expect(second.y).toBe(138);
  expect(meet(first, second)).toBe(false);
});

test("a label stays between the edges", () => {
  const { placeShifted } = labelPlacer(LAYOUT);
  expect(placeShifted("Nov 8, 2021", { end: 10, y: 150 }, "up").x).toBe(LAYOUT.left + 2);
  const last = placeShifted("Nov 8, 2021", { start: 875, y: 100 }, "down");
  expect(last.x + last.width).toBe(LAYOUT.right);
});

test("a figure stands at the right of its mark, else at the left, else nowhere", () => {
  const { placeBeside } = labelPlacer(LAYOUT);
  expect(placeBeside("79.3", 400, 300)?.x).toBe(406);
  const left = placeBeside("80.1", 402, 300);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(396);
  expect(placeBeside("80.2", 400, 302)).toBeUndefined();
});
