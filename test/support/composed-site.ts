import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { startService } from "../../src/app.js";
import { parseConfig } from "../../src/config.js";
import { HOUR_MS, type Instant, plus } from "../../src/domain/instant.js";
import { silentLog } from "../../src/platform/log.js";
import { renderPictures } from "../../src/render/render-pictures.js";
import { openStoresForWriting } from "../../src/storage/stores.js";
import { BOTH_FLAGS, CALM, SCORED_AT, storePublishedPast } from "./published-past.js";
import { makeSampleRecord } from "./sample-record.js";

/**
 * What the site has to show. `normal`: a fresh score; `flags`: both flags are up; `stale`: the score is three hours old;
 * `waiting`: nothing was ever computed.
 */
export type SiteState = "normal" | "flags" | "stale" | "waiting";

/** Where the public would find the site; what is served is reached at a loopback address. */
export const PUBLIC_ADDRESS = "https://peak.example";

/** When the service of a state believes to be. */
export function serviceTime(state: SiteState): Instant {
  return plus(SCORED_AT, state === "stale" ? 3 * HOUR_MS : 60_000);
}

/** The built scripts. */
const WIDGETS = new URL("../../dist/widgets/", import.meta.url);

const started = new Map<SiteState, Promise<string>>();
const endings: (() => Promise<void>)[] = [];

/**
 * The whole service with a state's past, on a real socket and a clock that stands still; it answers and does no work.
 * Started once a test file, ended after it.
 *
 * @returns its origin
 */
export function composedSite(state: SiteState): Promise<string> {
  const known = started.get(state) ?? startSite(state);
  started.set(state, known);
  return known;
}

afterAll(async () => {
  await Promise.all(endings.map((end) => end()));
});

async function startSite(state: SiteState): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "peak-site-"));
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  const config = parseConfig({ DATA_DIR: folder, PORT: "0", BASE_URL: PUBLIC_ADDRESS, TRUSTED_PROXIES: "127.0.0.0/8" });
  if (state !== "waiting") {
    const stores = await openStoresForWriting(config);
    await storePublishedPast(stores, state === "flags" ? BOTH_FLAGS : CALM);
    await stores.close();
  }
  const clock = { now: () => serviceTime(state), sleep: stand };
  endings.push(remove); // even when the start fails
  const service = await startService(config, {
    clock,
    log: silentLog,
    random: () => 0.5,
    widgets: WIDGETS,
    draw: renderPictures,
    makeRecord: makeSampleRecord,
  });
  endings.push(() => service.run(AbortSignal.abort(new Error("the tests are over"))).finally(remove));
  return `http://127.0.0.1:${service.address.port}`;
}

/** Time stands still: only a turn for others ever comes to its end. */
function stand(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else if (ms === 0) setImmediate(resolve);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
