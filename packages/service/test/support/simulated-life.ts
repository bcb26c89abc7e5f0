import { cpSync } from "node:fs";
import { DAY_MS, type Instant, type UtcDay } from "peak-cycle-model";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { PublishingHeldError } from "../../src/domain/errors.js";
import { type HistoryRow, PUBLIC_DAYS } from "../../src/domain/history.js";
import type { Market } from "../../src/domain/snapshot.js";
import { openPublishing } from "../../src/jobs/jobs.js";
import { contradictionReport, type PublishingHolds, publishingHolds } from "../../src/jobs/publishing-holds.js";
import { composeWorker, type Worker } from "../../src/jobs/worker.js";
import type { Clock } from "../../src/platform/clock.js";
import { Follower } from "../../src/published/follow.js";
import { LedgerHistory } from "../../src/published/ledger-history.js";
import { Published, type ScoreAndMarket, scoreAndMarket } from "../../src/published/published.js";
import { parseConfig } from "../../src/settings.js";
import { urlSetting } from "../../src/sources/all.js";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import { openDatabase, openStores, type Stores } from "../../src/storage/stores.js";
import { madeOnce } from "./made-once.js";
import { fillFolder } from "./prepared-folder.js";
import { quietLog } from "./quiet-log.js";
import { makeSampleRecord } from "./sample-record.js";
import { tempFolder } from "./temp-sqlite.js";

/** The worker half of the service on a simulated market whose time stands still until the test moves it. */
export interface SimulatedLife {
  /** Its `DATA_DIR`. */
  readonly folder: string;
  readonly simulator: Simulator;
  readonly log: ReturnType<typeof quietLog>;
  /** The live figures that this process has published. */
  readonly market: Partial<Market>;
  /** What this process has published of the score and the 30 days. */
  readonly shown: { readonly snapshot: ScoreAndMarket | undefined; readonly rows: readonly HistoryRow[] };
  /** Closes a week apart that came with the progress of the first fetch of the past, by day. */
  readonly weeklyCloses: Map<UtcDay, number>;
  worker: Worker;
  stores: Stores;
  /** Moves the service's and the market's time. */
  moveTo(iso: string): void;
  /** Sets the service's clock so far ahead of the market's. */
  shiftClock(aheadMs: number): void;
  /** What holds publishing back. */
  holds: PublishingHolds["current"];
  /** One look at the price and one hourly round, as the schedule would set them off. */
  hour(): Promise<void>;
  /** Ends the process as a kill would leave it, as far as one process can tell, and starts a new one. */
  restart(): Promise<void>;
}

/** Pauses between retries pass at once; longer ones are deadlines, which no test waits for. */
const RETRY_PAUSE_MS = 4_500;

export const never = new AbortController().signal;

/** Settings that point every source at a simulator. */
export function simulatorSettings(simulator: Simulator): Record<string, string> {
  const urls = SOURCE_NAMES.map((name) => [urlSetting(name), simulator.baseUrl(name)]);
  return { UPSTREAM_SPACING_MS: "0", ...Object.fromEntries(urls) };
}

export async function simulatedLife(at: string, settings: Record<string, string> = {}): Promise<SimulatedLife> {
  return begin(at, tempFolder(), settings);
}

/** The same with the past of an old installation up to `GROWN_AT`, and a score of then. */
export async function grownLife(at: string): Promise<SimulatedLife> {
  const grown = await madeOnce("grown", growPast);
  const folder = tempFolder();
  cpSync(grown, folder, { recursive: true });
  return begin(at, folder, {});
}

/** The moment up to which `grownLife` has its past: rows up to 2026-11-19, days closed up to 2026-11-18. */
export const GROWN_AT = "2026-11-19T12:00:00Z";

/** Up to here its past was prepared, in ms since 1970. */
const PREPARED_UP_TO = Date.parse(GROWN_AT) - 40 * DAY_MS;

/**
 * Closes the days since `PREPARED_UP_TO`, as after downtime, so that what the sources have said about them is stored
 * too.
 */
async function catchUp({ worker, hour }: SimulatedLife): Promise<void> {
  await worker.tasks.pollPrice(never);
  await worker.tasks.closeDays(never);
  await hour();
}

async function growPast(folder: string): Promise<void> {
  await fillFolder(folder, PREPARED_UP_TO);
  const life = await begin(GROWN_AT, folder, {});
  await catchUp(life);
  await life.stores.close();
}

async function begin(at: string, folder: string, settings: Record<string, string>): Promise<SimulatedLife> {
  const simulator = await startSimulator({ at, fixed: true });
  onTestFinished(() => simulator.close());
  const config = parseConfig({ DATA_DIR: folder, ...simulatorSettings(simulator), ...settings });
  const log = quietLog();
  let published = new Published();
  let aheadMs = 0;
  const clock: Clock = {
    now: () => (simulator.clock.now() + aheadMs) as Instant,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (ms <= RETRY_PAUSE_MS) return void setImmediate(resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  };
  const weeklyCloses = new Map<UtcDay, number>();
  const start = async () => {
    published = new Published();
    const stores = openStores(await openDatabase(config, "write"));
    published.now.subscribe(({ firstStart: state }) => {
      if (state === undefined || state === "elsewhere") return;
      for (const [day, priceUsd] of state.prices) weeklyCloses.set(day, priceUsd);
    });
    const holds = publishingHolds(log);
    const { signer, kept } = await openPublishing(config, stores, { log });
    const history = new LedgerHistory(stores.ledger, kept, contradictionReport(log, holds));
    const parts = { stores, holds, published, signer, history };
    const worker = composeWorker(config, { clock, log, random: Math.random, makeRecord: makeSampleRecord }, parts);
    await new Follower(clock, stores, history, published).follow();
    await worker.load().catch((error: unknown) => {
      if (!(error instanceof PublishingHeldError)) throw error; // the service tries again by itself
    });
    return { stores, worker, holds: holds.current };
  };
  const life: SimulatedLife = {
    folder,
    simulator,
    log,
    get market() {
      return published.now.get().market;
    },
    shown: {
      get snapshot() {
        return scoreAndMarket(published);
      },
      get rows() {
        return published.history.get()?.rows.slice(-PUBLIC_DAYS) ?? [];
      },
    },
    weeklyCloses,
    ...(await start()),
    shiftClock(ms) {
      aheadMs = ms;
    },
    moveTo: (iso) => simulator.clock.fixAt(Date.parse(iso)),
    async hour() {
      await life.worker.tasks.pollPrice(never);
      await life.worker.tasks.hourlyScore(never);
    },
    async restart() {
      await life.stores.close();
      Object.assign(life, await start());
    },
  };
  onTestFinished(() => life.stores.close());
  return life;
}
