/** A made-up market with every figure the model takes. */
import { type DayInputs, MAJORS, type Major } from "peak-cycle-model";

/** A day without any figures; tests fill in what they need. */
export const NOTHING: DayInputs = {
  price: undefined,
  mvrv: undefined,
  fearGreed: undefined,
  dominance: undefined,
  majors: {},
};

/** Row at which each coin of the made-up market gets its first price; 900 is at the end of 2012. */
const FIRST_ROWS = { ltc: 900, doge: 1300, xrp: 1500, eth: 1850, bnb: 2500, ada: 2600, sol: 3000 };

/** Row of the first Fear & Greed value, and of the first dominance. */
const FIRST_FEAR_GREED = 1200;
const FIRST_DOMINANCE = 1000;

/** Days of a boom and a bust. */
const CYCLE = 1000;

/** A repeatable wobble in -1..1 without a noticeable period. */
function wobble(row: number, lane: number): number {
  const x = Math.sin(row * 12.9898 + lane * 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

/** Slow boom and bust in -1..1, sharper at the top than at the bottom. */
function tide(row: number, lag = 0): number {
  const angle = (2 * Math.PI * (row - lag)) / CYCLE;
  return Math.sin(angle) + 0.35 * Math.sin(2 * angle);
}

function priceAt(row: number): number {
  return Math.exp(5.2 * Math.log((561 + row) / 561) + 1.1 * tide(row) + 0.06 * wobble(row, 1) - 2.5);
}

function majorsAt(row: number, majors: readonly Major[]): Partial<Record<Major, number>> {
  const prices: Partial<Record<Major, number>> = {};
  majors.forEach((major, lane) => {
    const age = row - FIRST_ROWS[major];
    const isListed = age >= 0 && !(major === "xrp" && age % 400 < 12 && age > 100); // one coin drops out now and then
    if (isListed)
      prices[major] = Math.exp(0.0004 * age + 1.4 * tide(row, 20 + 9 * lane) + 0.1 * wobble(row, 10 + lane));
  });
  return prices;
}

/**
 * One made-up market, the same at every call: cycles on top of a power law, with every kind of gap that the model
 * handles.
 *
 * @param count days from row 0
 * @param majors their order determines the wobble of each
 */
export function syntheticDays(count: number, majors: readonly Major[] = MAJORS): DayInputs[] {
  return Array.from({ length: count }, (_, row) => ({
    price: row % 700 >= 640 && row % 700 < 643 ? undefined : priceAt(row),
    mvrv: row > 1000 && row % 900 < 12 ? undefined : Math.exp(0.5 + 0.6 * tide(row, -15) + 0.05 * wobble(row, 2)),
    fearGreed: row < FIRST_FEAR_GREED || row % 350 < 9 ? undefined : Math.round(50 + 33 * tide(row, -30)),
    dominance: row < FIRST_DOMINANCE || row % 500 < 10 ? undefined : 60 + 20 * wobble(row, 3),
    majors: majorsAt(row, majors),
  }));
}
