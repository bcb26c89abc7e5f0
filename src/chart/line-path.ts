/** A point in px, on tenths. */
export type Point = readonly [x: number, y: number];

/** A line as the `d` of an SVG path: relative steps without leading zeros, which takes half the bytes of absolute ones. */
export function pathData(points: readonly Point[]): string {
  let [x, y] = [0, 0];
  return points
    .map((point, i) => {
      const [nextX, nextY] = [Math.round(10 * point[0]), Math.round(10 * point[1])];
      const step = `${i === 0 ? "M" : i === 1 ? "l" : ""}${number(nextX - x, i > 1)}${number(nextY - y, true)}`;
      [x, y] = [nextX, nextY];
      return step;
    })
    .join("");
}

/** Points at least so many px apart from left to right, and the last one. */
export function thinOut(points: readonly Point[], minDistancePx: number): readonly Point[] {
  let lastX = Number.NEGATIVE_INFINITY;
  return points.filter(([x], i) => {
    const keep = x - lastX >= minDistancePx || i === points.length - 1;
    if (keep) lastX = x;
    return keep;
  });
}

/** `.5`, `-1`: behind another number, one without a sign needs a space. */
function number(tenths: number, isBehindAnother: boolean): string {
  const text = String(tenths / 10).replace(/^(-?)0\./, "$1.");
  return isBehindAnother && !text.startsWith("-") ? ` ${text}` : text;
}
