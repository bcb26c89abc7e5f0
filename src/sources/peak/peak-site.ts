import { type Endpoint, endpoint } from "../endpoint.js";
import type { FetchText } from "../fetch-text.js";
import {
  type PeakKey,
  type PeakProof,
  type PeakRevision,
  type PeakRow,
  readHistory,
  readKeys,
  readLeaves,
  readProof,
  readRevisions,
} from "./read-peak.js";

/** What a Peak site says about its chain, checked for its shape only. */
export interface SiteAnswers {
  readonly proof: PeakProof;
  readonly leaves: readonly string[];
  /** In the order of adding. */
  readonly keys: readonly PeakKey[];
  readonly revisions: readonly PeakRevision[];
  /** Oldest first. */
  readonly rows: readonly PeakRow[];
}

/**
 * Asks a site for everything that can be checked, one request after the other.
 *
 * @param base its address; a path in front of ours stays
 * @throws UpstreamError naming the path that gave nothing usable
 */
export async function askPeakSite(base: URL, fetchText: FetchText, signal: AbortSignal): Promise<SiteAnswers> {
  async function ask<T>(path: string, read: (from: string, text: string) => T): Promise<T> {
    const url = endpoint({ base, root: "", path } satisfies Endpoint);
    return read(url.host + url.pathname, await fetchText(url, signal));
  }
  return {
    proof: await ask("/api/public/nhci/proof", readProof),
    leaves: await ask("/api/public/nhci/proof/leaves", readLeaves),
    keys: await ask("/.well-known/peak-keys.json", readKeys),
    revisions: await ask("/api/public/nhci/revisions", readRevisions),
    rows: await ask("/api/public/nhci/history", readHistory),
  };
}
