/** A scenario: some days of a market, with its events and the wrong figures of single sources. */

import type { Bend, MarketEvent } from "peak-cycle-simulator";
import type { SimulatedLife } from "../simulated-life.js";

/** Days of a running service, or a first start and the days after it. */
export interface Scenario {
  /** Names it among all. */
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
  /** How far a row may be from the undistorted one, in points; `RIGHT_WITHIN` by default. */
  readonly points?: number;
  /** No source answers, or a tie lasts, until this ISO instant: the two days for the row begin then. */
  readonly waitsUntil?: string;
  /** The rows from this day on may be missing, because nothing ends their waiting within the scenario. */
  readonly openFrom?: string;
  /** Sources that a first start waits for to the end: it must say so, and what the operator can do. */
  readonly waitsFor?: readonly string[];
  /** A wrong figure that is too close to the others, or too far from any, to be reported as a contradiction. */
  readonly isUnlogged?: true;
  /** How far the price shown may be from the market's, as a share; not looked at by default. */
  readonly shownWithin?: number;
  /** Whether the second score is not looked at: sources have the majors that no other source has. */
  readonly isWithoutCrypto?: true;
}

/** A row may differ by this many points, if the figure that is wrong differs by more than what counts as agreeing. */
export const RIGHT_WITHIN = 0.2;

/** The same, if it does not. */
export const RIGHT_WITHIN_AGREEMENT = 0.9;

/** A row is stored within this time of its 06:00 UTC, or of the moment when its figures become available. */
export const LATEST_H = 48;
