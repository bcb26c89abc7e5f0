import type { BasketReading } from "../../domain/evaluation.js";
import type { UtcDay } from "../../domain/instant.js";
import { basketTracks, rawScore } from "../components.js";
import { GENESIS_DAY, type Row } from "../row.js";
import { timeWeight } from "../series/band-position.js";
import { BasketLevel, type MajorPrices } from "./basket-level.js";

/** Days without any return after which the basket has no score. */
const STALE_AFTER_DAYS = 7;

/**
 * The basket's level, and its score from the two price positions. Its rows count from the day of its first return:
 * burn-in, windows and weights begin there. Both positions must be present, so the first score comes after 729 rows.
 *
 * Source: docs/method.md#basket.
 */
export class BasketIndex {
  private readonly level: BasketLevel;
  private readonly tracks: ReturnType<typeof basketTracks>;
  private rows = 0;
  /** Days since the newest return. */
  private idle = 0;

  constructor(level = new BasketLevel(), tracks = basketTracks()) {
    this.level = level;
    this.tracks = tracks;
  }

  /** Takes the next day. @returns `undefined` before the first return */
  append(day: UtcDay, prices: MajorPrices): BasketReading | undefined {
    const moved = this.level.append(day, prices);
    if (this.rows === 0 && !moved) return undefined;
    const index = this.rows;
    this.rows += 1;
    this.idle = moved ? 0 : this.idle + 1;
    const level = this.level.current;
    const row: Row = { index, priced: index, age: day - GENESIS_DAY, price: level, weight: timeWeight(index) };
    const { raw } = rawScore([this.tracks.plaw.append(row), this.tracks.ma200w.append(row)]);
    return { level, score: this.idle > STALE_AFTER_DAYS ? undefined : raw };
  }

  clone(): BasketIndex {
    const { plaw, ma200w } = this.tracks;
    const copy = new BasketIndex(this.level.clone(), { plaw: plaw.clone(), ma200w: ma200w.clone() });
    copy.rows = this.rows;
    copy.idle = this.idle;
    return copy;
  }
}
