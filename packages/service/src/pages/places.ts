/**
 * Places on a scale from 0 to 100 as classes. A page's policy allows no style attribute, so the style sheet has a class for each
 * whole number and for each tenth: an element with `placeOf(38.4)` is 38.4 % from the left of its parent.
 */
export function placeOf(value: number): string {
  const tenths = Math.round(10 * Math.max(0, Math.min(100, value)));
  const tenth = tenths % 10;
  return `p${Math.floor(tenths / 10)}${tenth === 0 ? "" : ` d${tenth}`}`;
}

export const PLACES_STYLE = [
  ...Array.from({ length: 101 }, (_, i) => `.p${i}{--p:${i};left:calc((var(--p) + var(--d,0))*1%)}`),
  ...Array.from({ length: 9 }, (_, i) => `.d${i + 1}{--d:.${i + 1}}`),
].join("");
