/** There is not enough data for an honest number: whoever asked keeps the last one. */
export class NotEnoughDataError extends Error {
  /** Stable; never changes with the wording of the message. */
  readonly code = "not_enough_data";
  override readonly name = "NotEnoughDataError";
}
