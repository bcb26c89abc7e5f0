/** A scenario: some days of a market, with its events and the wrong figures of single sources. */

import type { Bend, MarketEvent } from "peak-cycle-simulator";
import type { SimulatedLife } from "../simulated-life.js";

/** Days of a running service, or a first start and the days after it. */
export interface Scenario {
  /** Its unique name. */
  readonly name: string;
  readonly kind: "running" | "first start";
  /** ISO instants with their zone. */
  readonly from: string;
  readonly to: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Events that every source reports. */
  readonly events?: readonly MarketEvent[];
  /** Figures that single sources report. */
  readonly bends?: readonly Bend[] | ((life: SimulatedLife) => readonly Bend[]);
  /** What may differ from the rule of all scenarios, and why. */
  readonly allows?: Allowance;
}

interface Allowance {
  /** How much a row may differ from the undistorted one, in points; `RIGHT_WITHIN` by default. */
  readonly points?: number;
  /** No source responds, or a tie lasts, until this ISO instant; the two days for the row begin then. */
  readonly waitsUntil?: string;
  /** The rows from this day on may be missing, because they wait beyond the end of the scenario. */
  readonly openFrom?: string;
  /** Sources that a first start waits for until the end; it must say so, and what the operator can do. */
  readonly waitsFor?: readonly string[];
  /** A wrong figure that is too close to the others, or too far from any, to be reported as a contradiction. */
  readonly isUnlogged?: true;
  /** How much the shown price may differ from the market's, as a share; not checked by default. */
  readonly shownWithin?: number;
  /** Whether the crypto score is not checked, because a faulty source is the only one with some majors. */
  readonly isWithoutCrypto?: true;
}

/** A row may differ by this many points if the wrong figure is off by more than the bound of agreement. */
export const RIGHT_WITHIN = 0.2;

/** The same if the wrong figure is within that bound. */
export const RIGHT_WITHIN_AGREEMENT = 0.9;

/** A row is stored within this time of its 06:00 UTC, or of the time when its figures become available. */
export const LATEST_H = 48;
