import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR_MS, type Instant, plus } from "peak-cycle-model";
import { rasterize } from "../../../src/pictures/rasterize.js";
import { openSigner } from "../../../src/platform/signing-key.js";
import { parseConfig } from "../../../src/settings.js";
import { openDatabase, openStores } from "../../../src/storage/stores.js";
import { composedService, standingClock } from "../composed-service.js";
import { PUBLIC_ADDRESS, type SiteState } from "../composed-site.js";
import { BOTH_FLAGS, CALM, SCORED_AT, storePublishedPast } from "../published-past.js";

/**
 * Keeps the sites of a run, in a process of its own until the process that has started it is gone. Each is the whole
 * service on a real socket and a clock that stands still; it does no work.
 */
const door = createServer((request, response) => {
  siteOf(request.url?.slice(1) as SiteState).then(
    (origin) => response.end(origin),
    (error: Error) => response.writeHead(500).end(error.stack),
  );
});
door.listen(0, "127.0.0.1", () => process.send?.((door.address() as AddressInfo).port));
process.once("disconnect", () => {
  door.closeAllConnections();
  door.close();
  void Promise.all(ends.map((end) => end()));
});

const started = new Map<string, Promise<string>>();
const ends: (() => Promise<void>)[] = [];

function siteOf(state: SiteState): Promise<string> {
  const origin = started.get(state) ?? startSite(state);
  started.set(state, origin);
  return origin;
}

/** When the service of a state believes to be. */
function serviceTime(state: SiteState): Instant {
  return plus(SCORED_AT, state === "stale" ? 3 * HOUR_MS : 60_000);
}

/** The built scripts, from where this one is bundled to. */
const WIDGETS = new URL("../widgets/", import.meta.url);

const drawPng = async (svg: string, scale: number) => rasterize(svg, scale);

async function startSite(state: SiteState): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "peak-site-"));
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  const settings = { DATA_DIR: folder, BASE_URL: PUBLIC_ADDRESS, TRUSTED_PROXIES: "127.0.0.0/8" };
  if (state !== "waiting") {
    const config = parseConfig(settings);
    const stores = openStores(await openDatabase(config, "write"));
    await storePublishedPast(stores, state === "flags" ? BOTH_FLAGS : CALM, await openSigner(config));
    await stores.close();
  }
  ends.push(remove); // even when the start fails
  const clock = standingClock(serviceTime(state));
  const { origin, end } = await composedService(settings, { clock, widgets: WIDGETS, drawPng });
  ends.push(() => end().finally(remove));
  return origin;
}
