/** There is not enough data for a reliable number; the caller should keep its last one. */
export class NotEnoughDataError extends Error {
  /** Stable, even if the message is reworded. */
  readonly code = "not_enough_data";
  override readonly name = "NotEnoughDataError";
}
