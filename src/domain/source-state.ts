import type { UpstreamFault } from "./errors.js";
import type { Instant } from "./instant.js";

/** How a source was when it was last asked. */
export interface SourceState {
  readonly source: string;
  readonly askedAt: Instant;
  /** When it last gave something usable; `undefined` when it never has. */
  readonly answeredAt: Instant | undefined;
  /** Why it gave nothing usable when it was last asked; `undefined` when it did. */
  readonly fault: UpstreamFault | undefined;
}
