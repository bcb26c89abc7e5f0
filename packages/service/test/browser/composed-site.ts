/** The whole service in each state that a browser shall see, on a real socket and a clock that stands still. */
import { type Context, HOUR_MS, plus, signalOf } from "peak-cycle-model";
import { startService } from "../../src/app.js";
import type { SourceState } from "../../src/domain/source-state.js";
import { rasterize } from "../../src/pictures/rasterize.js";
import type { Clock } from "../../src/platform/clock.js";
import { silentLog } from "../../src/platform/log.js";
import { parseConfig } from "../../src/settings.js";
import type { Database } from "../../src/storage/database.js";
import { openDatabase } from "../../src/storage/open-database.js";
import { addScore } from "../../src/storage/scores.js";
import { putState } from "../../src/storage/state.js";
import { newFolder } from "../support/made-once.js";
import { storePast } from "../support/prepared-folder.js";
import { makeSampleRecord } from "../support/sample-record.js";
import { writePastKey } from "../support/test-signer.js";
import { sampleSnapshot } from "../unit/http/samples.js";

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

const { score: SCORE, market: MARKET } = sampleSnapshot();
const SCORED_AT = SCORE.computedAt;

const CALM: Context = { descentGuard: null, topRisk: null };
const BOTH_FLAGS: Context = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" };

const WIDGETS = new URL("../../dist/widgets/", import.meta.url);

async function startSite(state: SiteState): Promise<string> {
  const settings = { DATA_DIR: newFolder(), PORT: "0", TRUSTED_PROXIES: "127.0.0.0/8" };
  const config = parseConfig({ ...settings, BASE_URL: "https://peak.example" });
  if (state !== "waiting") {
    const { queries, close } = await openDatabase(config, "write");
    await storePublished(queries, state === "flags" ? BOTH_FLAGS : CALM);
    await close();
    writePastKey(config.signingKeyFile);
  }
  const clock: Clock = {
    now: () => plus(SCORED_AT, state === "stale" ? 3 * HOUR_MS : 60_000),
    sleep: (ms) => new Promise((resolve) => ms === 0 && setImmediate(resolve)), // a turn for others
  };
  const threads = {
    drawPng: async (svg: string, scale: number) => rasterize(svg, scale),
    makeRecord: makeSampleRecord,
  };
  const { address } = await startService(config, clock, silentLog, WIDGETS, threads);
  return `http://127.0.0.1:${address.port}`;
}

/** Stores a long past, and what a service has published on top of it by a morning in November. */
async function storePublished(database: Database, context: Context): Promise<void> {
  await storePast(database, SCORED_AT);
  const { raw, phase } = SCORE.btc;
  await addScore(database, { ...SCORE, context, btc: { ...SCORE.btc, signal: signalOf(phase, context) } });
  await putState(database, "now", {
    measures: { mvrv: raw + 1.9, thermo: raw + 31.7, plaw: raw - 12.9, ma200w: raw - 20.7 },
    market: MARKET,
    sources: SOURCE_STATES,
    minute: 5,
  });
}

/** One that answers, one that fails now, one that has never been of use; the others were not asked. */
const SOURCE_STATES: readonly SourceState[] = [
  { source: "kraken", askedAt: SCORED_AT, answeredAt: SCORED_AT, fault: undefined },
  { source: "coingecko", askedAt: SCORED_AT, answeredAt: plus(SCORED_AT, -HOUR_MS), fault: "throttled" },
  { source: "brk", askedAt: SCORED_AT, answeredAt: undefined, fault: "malformed" },
];

let visitors = 0;

/** Headers of an address that no other page has: each has a limit of its own. */
export function ownAddress() {
  visitors++;
  return { extraHTTPHeaders: { "x-forwarded-for": `198.51.${process.pid & 255}.${visitors}` } };
}
