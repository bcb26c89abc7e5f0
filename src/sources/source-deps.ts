import type { Clock } from "../operations/ports.js";
import type { FetchJson } from "./fetch-json.js";

/** What every source is built from. */
export interface SourceDeps {
  readonly fetchJson: FetchJson;
  /** Scheme, host and optional path prefix. */
  readonly base: URL;
  readonly clock: Clock;
}
