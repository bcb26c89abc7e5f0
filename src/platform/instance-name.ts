import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

/** A name for this process that no other has, with that of its machine: `web-3 4f1c09aa`. */
export function instanceName(): string {
  return `${hostname()} ${randomUUID().slice(0, 8)}`;
}
