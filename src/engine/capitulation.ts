import type { PositionKey } from "../domain/evaluation.js";
import type { Positions } from "./positions.js";

/** Signs of capitulation: a position at or under its level. The lowest sixth of a band; the vendor's extreme fear. */
const SIGNS: readonly { readonly key: PositionKey; readonly most: number }[] = [
  { key: "mvrv", most: 15 },
  { key: "puell", most: 15 },
  { key: "ma200w", most: 15 },
  { key: "roi", most: 15 },
  { key: "fng", most: 25 },
];

/** Signs that must agree at least, and their least share of the signs that can be read. */
const LEAST_SIGNS = 3;
const LEAST_SHARE = 0.75;

/** Whether the market has given up: at least three signs, and three quarters of those whose input is present. */
export function capitulates(positions: Positions): boolean {
  let counted = 0;
  let raised = 0;
  for (const { key, most } of SIGNS) {
    const position = positions[key];
    if (position === undefined) continue;
    counted += 1;
    if (position <= most) raised += 1;
  }
  return raised >= LEAST_SIGNS && raised >= LEAST_SHARE * counted;
}
