/** A point in px, on tenths. */
export type Spot = readonly [x: number, y: number];

/** A line as the text of a path: relative steps, without zeros that mean nothing, which takes half the bytes. */
export function linePath(spots: readonly Spot[]): string {
  let [x, y] = [0, 0];
  return spots
    .map((spot, i) => {
      const [nextX, nextY] = [Math.round(10 * spot[0]), Math.round(10 * spot[1])];
      const step = `${i === 0 ? "M" : i === 1 ? "l" : ""}${signed(nextX - x, i > 1)}${signed(nextY - y, true)}`;
      [x, y] = [nextX, nextY];
      return step;
    })
    .join("");
}

/** Spots at least so many px apart from left to right, and the last one. */
export function thinned(spots: readonly Spot[], leastPx: number): readonly Spot[] {
  let kept = Number.NEGATIVE_INFINITY;
  return spots.filter(([x], i) => {
    const keep = x - kept >= leastPx || i === spots.length - 1;
    if (keep) kept = x;
    return keep;
  });
}

/** `.5`, `-1`: behind another number, one without a sign needs a space. */
function signed(tenths: number, isBehind: boolean): string {
  const text = String(tenths / 10).replace(/^(-?)0\./, "$1.");
  return isBehind && !text.startsWith("-") ? ` ${text}` : text;
}
