import { Mvrv } from "./indicators/mvrv.js";
import { OneYearReturn } from "./indicators/one-year-return.js";
import { PowerLawResidual } from "./indicators/power-law-residual.js";
import { PriceOver200WeekAverage } from "./indicators/price-over-200-week-average.js";
import { PuellMultiple } from "./indicators/puell-multiple.js";
import { ThermocapMultiple } from "./indicators/thermocap-multiple.js";
import type { Indicator, Row } from "./row.js";
import { BandPosition } from "./series/band-position.js";

/**
 * Bitcoin's positions that are measured in a band. The first four are the components of the score, in the order in
 * which they are summed: two on-chain valuations, then two long-run price positions. All weigh the same, since four
 * cycles are no evidence for finer weights. The other two serve the flags and never enter the score. The seventh
 * position, `fng`, serves a flag too; it has a scale of its own and no band.
 */
export function bitcoinTracks() {
  return {
    mvrv: new PositionTrack(new Mvrv()),
    thermo: new PositionTrack(new ThermocapMultiple()),
    plaw: new PositionTrack(new PowerLawResidual()),
    ma200w: new PositionTrack(new PriceOver200WeekAverage()),
    puell: new PositionTrack(new PuellMultiple()),
    roi: new PositionTrack(new OneYearReturn()),
  };
}

/** The basket's two components: those of Bitcoin's that need a price and nothing else. */
export function basketTracks() {
  return {
    plaw: new PositionTrack(new PowerLawResidual()),
    ma200w: new PositionTrack(new PriceOver200WeekAverage()),
  };
}

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
