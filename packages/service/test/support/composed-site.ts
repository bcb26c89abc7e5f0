import { inject } from "vitest";

/**
 * What the site has to show. `flags`: both flags are up; `stale`: the score is three hours old; `waiting`: nothing was
 * ever computed.
 */
export type SiteState = "normal" | "flags" | "stale" | "waiting";

/** Where the public would find the site; what is served is reached at a loopback address. */
export const PUBLIC_ADDRESS = "https://peak.example";

/** The origin of the site of a state, started by the first test of the run that asks for it. */
export async function composedSite(state: SiteState = "normal"): Promise<string> {
  const answer = await fetch(new URL(state, inject("sites")));
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

let visitors = 0;

/** Headers of an address that no other page has: each has a limit of its own. */
export function ownAddress() {
  visitors++;
  return { extraHTTPHeaders: { "x-forwarded-for": `198.51.${process.pid & 255}.${visitors}` } };
}
