/** Set while a bear market that has not capitulated is under way. */
export type DescentGuard = "BEAR_DESCENT";

/** Set for 30 days after a cycle-top pattern. */
export type TopRisk = "TOP_DISTRIBUTION";

/** The two warning flags; `null` when not raised. */
export interface Context {
  readonly descentGuard: DescentGuard | null;
  readonly topRisk: TopRisk | null;
}
