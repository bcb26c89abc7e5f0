/** Numbers of the service that public sentences in every language mention. */
import { HOUR_MS, STALE_MS } from "peak-cycle-model";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { HEADER_BYTES, QUOTA, TARGET_BYTES, WINDOW_SECONDS } from "../../domain/limits.js";

export const FACTS = {
  /** Number of public daily rows. */
  days: PUBLIC_DAYS,
  /** Number of requests that an address may send within the window. */
  limit: QUOTA,
  windowSeconds: WINDOW_SECONDS,
  /** A score older than this is stale. */
  staleHours: STALE_MS / HOUR_MS,
  /** The longest address and the longest headers that are read, in kB. */
  targetKb: TARGET_BYTES / 1024,
  headersKb: HEADER_BYTES / 1024,
} as const;
