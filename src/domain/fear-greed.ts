/** The vendor's five words for a Fear & Greed value. Source: alternative.me, whose bands these are. */
const CLASSES = [
  { from: 0, name: "Extreme Fear" },
  { from: 26, name: "Fear" },
  { from: 47, name: "Neutral" },
  { from: 55, name: "Greed" },
  { from: 76, name: "Extreme Greed" },
] as const;

export type FearGreedClass = (typeof CLASSES)[number]["name"];

/** @param value 0..100 */
export function fearGreedClass(value: number): FearGreedClass {
  return (CLASSES.findLast((each) => value >= each.from) ?? CLASSES[0]).name;
}
