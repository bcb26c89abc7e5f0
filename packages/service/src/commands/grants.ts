import { grantsFor } from "../storage/grants.js";
import type { ProcessContext } from "./process-context.js";

/** `peak grants ROLE`: prints what the owner of the PostgreSQL tables runs to let another user run the service. */
export function grants({ out }: Pick<ProcessContext, "out">, role: string): void {
  out(grantsFor(role));
}
