/** The whole service in each state that a browser shall see, on a real socket and a clock that stands still. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS, plus } from "peak-cycle-model";
import { inject } from "vitest";
import { rasterize } from "../../src/pictures/rasterize.js";
import { openSigner } from "../../src/platform/signing-key.js";
import { parseConfig } from "../../src/settings.js";
import { openDatabase } from "../../src/storage/open-database.js";
import { composedService, standingClock } from "./composed-service.js";
import { BOTH_FLAGS, CALM, SCORED_AT, storePublishedPast } from "./published-past.js";

/**
 * What the site has to show. `flags`: both flags are up; `stale`: the score is three hours old; `waiting`: nothing was
 * ever computed.
 */
type SiteState = "normal" | "flags" | "stale" | "waiting";

/** Each is started by the first test of this process that asks for it, and ends with the process. */
const started = new Map<SiteState, Promise<string>>();

/** @returns the origin of the site of a state */
export function composedSite(state: SiteState = "normal"): Promise<string> {
  const origin = started.get(state) ?? startSite(state);
  started.set(state, origin);
  return origin;
}

async function startSite(state: SiteState): Promise<string> {
  const DATA_DIR = mkdtempSync(join(inject("folders"), "site-"));
  const settings = { DATA_DIR, BASE_URL: "https://peak.example", TRUSTED_PROXIES: "127.0.0.0/8" };
  if (state !== "waiting") {
    const config = parseConfig(settings);
    const opened = await openDatabase(config, "write");
    const database = opened.queries;
    await storePublishedPast(database, state === "flags" ? BOTH_FLAGS : CALM, await openSigner(config));
    await opened.close();
  }
  const clock = standingClock(plus(SCORED_AT, state === "stale" ? 3 * HOUR_MS : 60_000));
  const drawPng = async (svg: string, scale: number) => rasterize(svg, scale);
  return (await composedService(settings, { clock, drawPng })).origin;
}

let visitors = 0;

/** Headers of an address that no other page has: each has a limit of its own. */
export function ownAddress() {
  visitors++;
  return { extraHTTPHeaders: { "x-forwarded-for": `198.51.${process.pid & 255}.${visitors}` } };
}
