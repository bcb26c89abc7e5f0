import { MAJORS } from "peak-cycle-model";
import type { Metric } from "../../src/domain/observation.js";

const OF_NO_MAJOR: Readonly<Record<Exclude<Metric, `${(typeof MAJORS)[number]}-${string}`>, true>> = {
  "btc-price": true,
  "btc-hour-close": true,
  "btc-close": true,
  mvrv: true,
  "fear-greed": true,
  dominance: true,
  "usdt-price": true,
};

/** Every metric; the compiler sees one that is missing. */
export const METRICS: readonly Metric[] = [
  ...(Object.keys(OF_NO_MAJOR) as (keyof typeof OF_NO_MAJOR)[]),
  ...MAJORS.flatMap((major) => [`${major}-price`, `${major}-close`] as const),
];
