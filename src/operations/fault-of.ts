import { UpstreamError, type UpstreamFault } from "../domain/errors.js";
import { CallTooLong } from "./timing.js";

/**
 * Which fault of the source it was that a question ended with.
 *
 * @param signal of the question
 * @returns `undefined` for a bug, and for a stop of the service
 */
export function faultOf(error: unknown, signal: AbortSignal): UpstreamFault | undefined {
  if (error instanceof UpstreamError) return error.fault;
  return signal.reason instanceof CallTooLong ? "unreachable" : undefined;
}
