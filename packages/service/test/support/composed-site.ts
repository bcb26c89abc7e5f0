import { inject } from "vitest";

/**
 * What the site has to show. `normal`: a fresh score; `flags`: both flags are up; `stale`: the score is three hours
 * old; `waiting`: nothing was ever computed; `crypto`: crypto is offered as an asset.
 */
export type SiteState = "normal" | "flags" | "stale" | "waiting" | "crypto";

/** Where the public would find the site; what is served is reached at a loopback address. */
export const PUBLIC_ADDRESS = "https://peak.example";

/** What a test gets of the site of a state. */
export interface SiteVisit {
  readonly origin: string;
  /** An address that no other test of the run has: each has a limit of its own. */
  readonly client: string;
}

/** The site of a state, started by the first test of the run that asks for it. */
export async function composedSite(state: SiteState): Promise<SiteVisit> {
  const answer = await fetch(new URL(state, inject("sites")));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as SiteVisit;
}
