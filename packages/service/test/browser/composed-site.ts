/** The whole service as a browser shall see it, on a real socket and a clock that stands still. */
import { type Flags, HOUR_MS, plus, signalOf } from "peak-cycle-model";
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
import { makeSampleRecord } from "../support/sample-record.js";
import { storePast } from "../support/simulated-past.js";
import { writePastKey } from "../support/test-signer.js";
import { sampleSnapshot } from "../unit/http/samples.js";

/** Started by the first test of this process that asks for it; ends with the process. */
let started: Promise<string> | undefined;

/** @returns the origin of a site with a score, both flags up, and a long past */
export function composedSite(): Promise<string> {
  started ??= startSite();
  return started;
}

const { score: SCORE, market: MARKET } = sampleSnapshot();
const SCORED_AT = SCORE.computedAt;

const BOTH_FLAGS: Flags = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" };

const WIDGETS = new URL("../../dist/widgets/", import.meta.url);

async function startSite(): Promise<string> {
  const settings = { DATA_DIR: newFolder(), PORT: "0", TRUSTED_PROXIES: "127.0.0.0/8" };
  const config = parseConfig({ ...settings, BASE_URL: "https://peak.example" });
  const { queries, close } = await openDatabase(config, "create");
  await storePublished(queries);
  await close();
  writePastKey(config.signingKeyFile);
  const clock: Clock = {
    now: () => plus(SCORED_AT, 60_000),
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
async function storePublished(database: Database): Promise<void> {
  await storePast(database, SCORED_AT);
  const { raw, phase } = SCORE.btc;
  const btc = { ...SCORE.btc, signal: signalOf(phase, BOTH_FLAGS) };
  await addScore(database, { ...SCORE, context: BOTH_FLAGS, btc });
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
