import { type UtcDay, utcDay } from "./instant.js";

/**
 * The UTC days on which the block subsidy halved, oldest first. A day is added when block 210,000 x k is mined, with that
 * block's day; never from an estimate. Marked as pure, so that bundles of scripts that do not need it are without it.
 */
export const HALVING_DAYS: readonly UtcDay[] = /* @__PURE__ */ [
  "2012-11-28",
  "2016-07-09",
  "2020-05-11",
  "2024-04-20",
].map(utcDay);
