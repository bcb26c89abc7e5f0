import { Mvrv } from "./indicators/mvrv.js";
import { OneYearReturn } from "./indicators/one-year-return.js";
import { PowerLawResidual } from "./indicators/power-law-residual.js";
import { PriceOver200WeekAverage } from "./indicators/price-over-200-week-average.js";
import { PuellMultiple } from "./indicators/puell-multiple.js";
import { ThermocapMultiple } from "./indicators/thermocap-multiple.js";
import { PositionTrack } from "./position-track.js";

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
