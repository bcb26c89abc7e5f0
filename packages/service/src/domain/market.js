/** The live figures, as stored and published. */
/** The vendor's five classifications of a Fear & Greed value. Source: alternative.me, which defined these bands. */
const CLASSES = [
  { from: 0, name: "Extreme Fear" },
  { from: 26, name: "Fear" },
  { from: 47, name: "Neutral" },
  { from: 55, name: "Greed" },
  { from: 76, name: "Extreme Greed" },
];
/** @param value 0..100 */
export function fearGreedClass(value) {
  return (CLASSES.findLast((each) => value >= each.from) ?? CLASSES[0]).name;
}
//# sourceMappingURL=market.js.map
