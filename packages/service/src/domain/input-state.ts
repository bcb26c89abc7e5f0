/** The state of an input of the score, for operators: what is believed and what is not. */

import type { Instant } from "peak-cycle-model";
import type { Metric } from "./observation.js";

export interface InputState {
  readonly metric: Metric;
  /** When this was last checked. Stored when something changes, otherwise every ten minutes. */
  readonly notedAt: Instant;
  /** The source in use; `undefined` if none was ever believed. */
  readonly source: string | undefined;
  /** How many sources agree, the one in use included; 0 while none responds, or none is believed. */
  readonly agreeing: number;
  /** How many enabled sources could have it. */
  readonly enabled: number;
  /** The time that the figure in use refers to. */
  readonly observedAt: Instant | undefined;
  /** Present while the sources' figures are not believed, or only shown. */
  readonly unsure: InputDoubt | undefined;
  /** Sources whose figures are contradicted, until they agree again; silence does not end that. */
  readonly refused: readonly RefusedSource[];
  /** Sources that did not provide it although it was due. */
  readonly silent: readonly SilentSource[];
  /** Since when no second source has confirmed it, though two were due. */
  readonly unconfirmedSince: Instant | undefined;
  /** Since when its first source, though due, has been replaced by another. */
  readonly replacedSince: Instant | undefined;
}

export interface InputDoubt {
  readonly since: Instant;
  readonly kind: DoubtReason;
  /** The doubt in a sentence, with each source's figure. */
  readonly why: string;
}

export interface RefusedSource {
  readonly source: string;
  /** Its last figure. */
  readonly value: number;
  readonly since: Instant;
}

export interface SilentSource {
  readonly source: string;
  readonly since: Instant;
}

/** Why a figure is not believed, in words without numbers. */
export const DOUBTS = {
  /** Two groups of equal size contradict each other. */
  tie: "the sources are split evenly",
  contradiction: "no majority of the sources agrees",
  /** A single source's figure moved too far to be believed without a second source. */
  lone: "only one source has it, and it moved too far to be believed alone",
  /** Fewer than half of the enabled sources responded after a large move; decided an hour later. */
  few: "it moved far, and too few sources have confirmed it so far",
  moved: "the sources disagree, and each is far from its figure when they last agreed",
  /** A single source's figure, and no earlier one to compare it with. */
  unknown: "there is nothing to compare it with yet",
} as const;

export type DoubtReason = keyof typeof DOUBTS;

export const DOUBT_REASONS = Object.keys(DOUBTS) as readonly DoubtReason[];
