import { cpSync } from "node:fs";
import { DAY_MS, type Instant } from "peak-cycle-model";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { PublishingHeldError } from "../../src/domain/errors.js";
import { type HistoryRow, PUBLIC_DAYS } from "../../src/domain/history.js";
import type { Market } from "../../src/domain/snapshot.js";
import { openSigning } from "../../src/jobs/begin-history.js";
import { closeDays } from "../../src/jobs/close-days.js";
import { firstFetch } from "../../src/jobs/first-fetch.js";
import { hourlyScore } from "../../src/jobs/hourly-score.js";
import { loadPast } from "../../src/jobs/jobs.js";
import { pollPrice } from "../../src/jobs/poll-price.js";
import { Troubles } from "../../src/jobs/troubles.js";
import { Upstreams } from "../../src/jobs/upstreams.js";
import type { Clock } from "../../src/platform/clock.js";
import { Follower } from "../../src/published/follow.js";
import { LedgerHistory } from "../../src/published/ledger-history.js";
import { publishHistory } from "../../src/published/publish-now.js";
import { Published, type ScoreAndMarket, scoreAndMarket } from "../../src/published/published.js";
import { parseConfig } from "../../src/settings.js";
import { urlSetting } from "../../src/sources/all.js";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import type { Database } from "../../src/storage/database.js";
import { openDatabase } from "../../src/storage/open-database.js";
import { madeOnce } from "./made-once.js";
import { fillFolder } from "./prepared-folder.js";
import { quietLog } from "./quiet-log.js";
import { tempFolder } from "./temp-sqlite.js";

type Task = (signal: AbortSignal) => Promise<unknown>;

/** The jobs of the service on a simulated market whose time stands still until the test moves it. */
export interface SimulatedLife {
  readonly simulator: Simulator;
  readonly log: ReturnType<typeof quietLog>;
  tasks: Readonly<Record<"pollPrice" | "hourlyScore" | "closeDays" | "firstFetch", Task>>;
  database: Database;
  close(): Promise<void>;
  published: Published;
  /** The live figures that this process has published. */
  readonly market: Partial<Market>;
  /** What this process has published of the score and the 30 days. */
  readonly shown: { readonly snapshot: ScoreAndMarket | undefined; readonly rows: readonly HistoryRow[] };
  /** Moves the service's and the market's time. */
  moveTo(iso: string): void;
  /** Sets the service's clock so far ahead of the market's. */
  shiftClock(aheadMs: number): void;
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
async function catchUp({ tasks, hour }: SimulatedLife): Promise<void> {
  await tasks.pollPrice(never);
  await tasks.closeDays(never);
  await hour();
}

async function growPast(folder: string): Promise<void> {
  await fillFolder(folder, PREPARED_UP_TO);
  const life = await begin(GROWN_AT, folder, {});
  await catchUp(life);
  await life.close();
}

async function begin(at: string, folder: string, settings: Record<string, string>): Promise<SimulatedLife> {
  const simulator = await startSimulator({ at, fixed: true });
  onTestFinished(() => simulator.close());
  const config = parseConfig({ DATA_DIR: folder, ...simulatorSettings(simulator), ...settings });
  const log = quietLog();
  let aheadMs = 0;
  const clock: Clock = {
    now: () => (simulator.clock.now() + aheadMs) as Instant,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (ms <= RETRY_PAUSE_MS) return void setImmediate(resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  };
  const start = async () => {
    const published = new Published();
    const opened = await openDatabase(config, "write");
    const database = opened.queries;
    const troubles = new Troubles(log, published);
    const { signer, kept } = await openSigning(config, database, log);
    const history = new LedgerHistory(database, kept, (fault) => troubles.ledgerRead(fault));
    const context = { clock, log, database: database, published, settings: config };
    const upstreams = new Upstreams(context, troubles);
    const past = { history, signer };
    await new Follower(clock, database, history, published).follow();
    await loadPast(context, upstreams, past).catch((error: unknown) => {
      if (!(error instanceof PublishingHeldError)) throw error; // the service tries again by itself
    });
    const tasks: SimulatedLife["tasks"] = {
      pollPrice: (signal) => pollPrice(context, upstreams, signal),
      hourlyScore: (signal) => hourlyScore(context, upstreams, past, signal),
      closeDays: (signal) => closeDays(context, upstreams, past, signal),
      async firstFetch(signal) {
        await firstFetch(context, upstreams, past, signal);
        await publishHistory(database, published, history);
      },
    };
    return { database, tasks, published, close: opened.close };
  };
  const life: SimulatedLife = {
    simulator,
    log,
    ...(await start()),
    get market() {
      return life.published.now.get().market;
    },
    get shown() {
      const rows = life.published.history.get()?.rows.slice(-PUBLIC_DAYS) ?? [];
      return { snapshot: scoreAndMarket(life.published), rows };
    },
    shiftClock(ms) {
      aheadMs = ms;
    },
    moveTo: (iso) => simulator.clock.fixAt(Date.parse(iso)),
    async hour() {
      await life.tasks.pollPrice(never);
      await life.tasks.hourlyScore(never);
    },
    async restart() {
      await life.close();
      Object.assign(life, await start());
    },
  };
  onTestFinished(() => life.close());
  return life;
}
