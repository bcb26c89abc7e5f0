import * as z from "zod";
import { UpstreamError, type UpstreamFault } from "../../domain/errors.js";
import { readPayload } from "../read-payload.js";

export const KRAKEN = "kraken";

/** Entries that begin with `W` are warnings and may come with a result. */
const Envelope = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).optional() });

/** What Kraken's error codes mean; they come with status 200. */
const FAULTS: readonly (readonly [prefix: string, fault: UpstreamFault])[] = [
  ["EGeneral:Too many requests", "throttled"],
  ["EAPI:Rate limit", "throttled"],
  ["EService:", "unreachable"],
  ["E", "refused"],
];

/**
 * The `result` of an answer, by Kraken's own names.
 *
 * @throws UpstreamError `throttled`, `unreachable` or `refused` for an error inside the answer, `malformed` without a result
 */
export function krakenResult(payload: unknown): Readonly<Record<string, unknown>> {
  const { error, result } = readPayload(KRAKEN, Envelope, payload);
  for (const [prefix, fault] of FAULTS) {
    if (error.some((each) => each.startsWith(prefix))) throw new UpstreamError(KRAKEN, fault, "the answer is an error");
  }
  if (result === undefined) throw new UpstreamError(KRAKEN, "malformed", "neither a result nor an error");
  return result;
}
