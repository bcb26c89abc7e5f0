/** An input of the score in one line, for terminals. It includes the sources' figures, which are not public. */

import type { Instant } from "peak-cycle-model";
import type { PanelInput } from "../domain/input-panel.js";
import { durationSince } from "./ages.js";

/** Whether the input needs no attention. */
export function isInOrder({ health }: PanelInput): boolean {
  return health === "ok" || health === "unknown" || health === "off";
}

/** The state of an input, its source, how many agree, its age, and which sources are refused or silent. */
export function inputLine(input: PanelInput, now: Instant): string {
  const { health, source, agreeing, enabled, observedAt, unsure, refused, silent } = input;
  const since = unsure?.since ?? input.replacedSince ?? input.unconfirmedSince ?? silent[0]?.since;
  return [
    isInOrder(input) || since === undefined ? health : `${health} for ${durationSince(since, now)}`,
    ...(unsure === undefined ? [] : [unsure.why]),
    ...(source === undefined ? [] : [source, `${agreeing} of ${enabled} agree`]),
    ...(observedAt === undefined ? [] : [`${durationSince(observedAt, now)} old`]),
    ...refused.map((each) => `${each.source} refused for ${durationSince(each.since, now)}`),
    ...silent.map((each) => `${each.source} silent for ${durationSince(each.since, now)}`),
  ].join(", ");
}
