/** What is believed of an input of the score, and what is not: for operators. */

import type { Instant } from "peak-cycle-model";
import type { Metric } from "./observation.js";

export interface InputState {
  readonly metric: Metric;
  /** When this was last looked at. Stored when something changes, and else every ten minutes. */
  readonly notedAt: Instant;
  /** The source in use; `undefined` if none was ever believed. */
  readonly source: string | undefined;
  /** How many sources agree, the one in use included; 0 while none answers, or none is believed. */
  readonly agreeing: number;
  /** How many enabled sources could have it. */
  readonly enabled: number;
  /** The moment that the figure in use refers to. */
  readonly observedAt: Instant | undefined;
  /** While what the sources say is not believed, or only shown. */
  readonly unsure: InputDoubt | undefined;
  /** Sources whose figures are contradicted, until they agree again; a silent one has not. */
  readonly refused: readonly RefusedSource[];
  /** Since when no second source has confirmed it, though two were due. */
  readonly unconfirmedSince: Instant | undefined;
  /** Since when its first source, though due, is replaced by another one. */
  readonly replacedSince: Instant | undefined;
}

export interface InputDoubt {
  readonly since: Instant;
  /** The kind of doubt, as a word for comparing. */
  readonly kind: string;
  /** The doubt in a sentence, with what each source said. */
  readonly why: string;
}

export interface RefusedSource {
  readonly source: string;
  /** What it said last. */
  readonly value: number;
  readonly since: Instant;
}
