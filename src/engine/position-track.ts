import type { Indicator } from "./indicator.js";
import type { Row } from "./row.js";
import { BandPosition } from "./series/band-position.js";

/** A raw series and the band it is measured in, fed row by row. */
export class PositionTrack<R extends Row> {
  private readonly indicator: Indicator<R>;
  private readonly band: BandPosition;

  constructor(indicator: Indicator<R>, band = new BandPosition()) {
    this.indicator = indicator;
    this.band = band;
  }

  /** Takes the next row. @returns the position, 0..100; `undefined` while warming up or when an input is missing */
  append(row: R): number | undefined {
    return this.band.append(row, this.indicator.append(row));
  }

  clone(): PositionTrack<R> {
    return new PositionTrack(this.indicator.clone(), this.band.clone());
  }
}
