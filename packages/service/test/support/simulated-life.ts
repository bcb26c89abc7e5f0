/** An installation on simulated sources, with its own clock. */
import { cpSync } from "node:fs";
import { DAY_MS, type Instant } from "peak-cycle-model";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { PublishingHeldError } from "../../src/domain/errors.js";
import { type HistoryRow, PUBLIC_DAYS } from "../../src/domain/history.js";
import { Follower } from "../../src/jobs/follower.js";
import { type Leader, openLeader } from "../../src/jobs/leader.js";
import { PublishingGate } from "../../src/jobs/publishing-gate.js";
import { type Job, runJob } from "../../src/jobs/schedule.js";
import { LedgerHistory } from "../../src/ledger/ledger-history.js";
import { openSigning } from "../../src/ledger/signing.js";
import type { Clock } from "../../src/platform/clock.js";
import { Published, type ScoreAndMarket, scoreAndMarket } from "../../src/published/published.js";
import { type Config, parseConfig } from "../../src/settings/settings.js";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import { urlSetting } from "../../src/sources/sources.js";
import type { Db, OpenDatabase } from "../../src/storage/database.js";
import { openDatabase } from "../../src/storage/open-database.js";
import { madeOnce, newFolder } from "./made-once.js";
import { quietLog } from "./quiet-log.js";
import { madePast } from "./simulated-past.js";

/** Settings that point every source at a simulator. */
export function simulatorSettings(simulator: Simulator): Record<string, string> {
  const urls = SOURCE_NAMES.map((name) => [urlSetting(name), simulator.baseUrl(name)]);
  return { UPSTREAM_SPACING_MS: "0", ...Object.fromEntries(urls) };
}

/** Pauses between retries end at once; longer ones are deadlines, which no test waits for. */
const RETRY_PAUSE_MS = 4_500;

const never = new AbortController().signal;

/** The jobs of the service on a simulated market; only the test moves its time. */
export class SimulatedLife {
  readonly simulator: Simulator;
  readonly log = quietLog();
  published!: Published;
  #opened!: OpenDatabase;
  readonly #settings: Config;
  #aheadMs = 0;
  #gate!: PublishingGate;
  #leader!: Leader;

  constructor(simulator: Simulator, settings: Readonly<Record<string, string>>) {
    this.simulator = simulator;
    this.#settings = parseConfig({ ...simulatorSettings(simulator), ...settings });
  }

  /** Starts like a process on the data that the previous one left. */
  async start(): Promise<void> {
    const [settings, log, clock] = [this.#settings, this.log, this.#clock()];
    [this.#opened, this.published] = [await openDatabase(settings, "create"), new Published()];
    const { db, published } = this;
    const gate = new PublishingGate(clock, log, published);
    const signing = await openSigning(settings, db, log);
    const { signer } = signing;
    const history = new LedgerHistory(db, signing, gate);
    this.#gate = gate;
    this.#leader = openLeader({ clock, log, db, published, gate, history, signer }, settings.sources);
    await new Follower(clock, db, history, published).follow();
    await this.#run(this.#leader.readLedger).catch((error: unknown) => {
      if (!(error instanceof PublishingHeldError)) throw error; // the service retries on its own
    });
  }

  #clock(): Clock {
    return {
      now: () => (this.simulator.clock.now() + this.#aheadMs) as Instant,
      sleep: (ms, signal) =>
        new Promise<void>((resolve, reject) => {
          if (ms <= RETRY_PAUSE_MS) return void setImmediate(resolve);
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    };
  }

  get db(): Db {
    return this.#opened.db;
  }

  /** What this process has published: the score and the 30 days. */
  get shown(): { readonly snapshot: ScoreAndMarket | undefined; readonly rows: readonly HistoryRow[] } {
    const rows = this.published.history.get()?.rows.slice(-PUBLIC_DAYS) ?? [];
    return { snapshot: scoreAndMarket(this.published), rows };
  }

  #run<T>(job: Job<T>): Promise<T | undefined> {
    return runJob(this.#gate, job, never);
  }

  pollPrice = () => this.#run(this.#leader.pollPrice);
  hourlyScore = () => this.#run(this.#leader.hourlyScore);
  closeDays = () => this.#run(this.#leader.closeDays);
  firstFetch = () => this.#run(this.#leader.firstFetch);

  /** One price poll and one hourly round, as the schedule would start them. */
  async hour(): Promise<void> {
    await this.pollPrice();
    await this.hourlyScore();
  }

  /** Runs jobs as the schedule would. @returns why some of them did nothing: they wait for data or are on hold */
  async attempt(
    ...jobs: readonly ("pollPrice" | "firstFetch" | "hourlyScore" | "closeDays")[]
  ): Promise<readonly string[]> {
    const waiting: string[] = [];
    for (const job of jobs) {
      await this[job]().catch((error: Error) => {
        if (!["NotEnoughDataError", "PublishingHeldError"].includes(error.name)) throw error;
        waiting.push(error.message);
      });
    }
    return waiting;
  }

  /** Moves the service's and the market's time. */
  moveTo(iso: string): void {
    this.simulator.clock.fixAt(Date.parse(iso));
  }

  /** Sets the service's clock ahead of the market's by this much. */
  shiftClock(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }

  /** Simulates a kill and a restart, as far as possible in one process. */
  async restart(): Promise<void> {
    await this.close();
    await this.start();
  }

  close(): Promise<void> {
    return this.#opened.close();
  }
}

export async function simulatedLife(
  at: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SimulatedLife> {
  const simulator = await startSimulator({ at, fixed: true });
  const life = new SimulatedLife(simulator, { DATA_DIR: newFolder(), ...settings });
  onTestFinished(async () => {
    await life.close();
    await simulator.close();
  });
  await life.start();
  return life;
}

/** The instant up to which `grownLife` has its past: rows up to 2026-11-19, days closed up to 2026-11-18. */
export const GROWN_AT = "2026-11-19T12:00:00Z";

/** The end of its prepared past, in ms since 1970. */
const PREPARED_UP_TO = Date.parse(GROWN_AT) - 40 * DAY_MS;

/** A life with the past of an old installation, and a score at `GROWN_AT`. */
export async function grownLife(at: string): Promise<SimulatedLife> {
  return simulatedLife(at, { DATA_DIR: newFolder(await madeOnce("grown", growPast)) });
}

/** The last days are closed as after downtime, so that the sources' figures for them are stored, too. */
async function growPast(folder: string): Promise<void> {
  cpSync(await madePast(PREPARED_UP_TO), folder, { recursive: true });
  const life = await simulatedLife(GROWN_AT, { DATA_DIR: folder });
  await life.pollPrice();
  await life.closeDays();
  await life.hour();
  await life.close();
}
