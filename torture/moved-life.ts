/** A service whose clock an attack moves, and the past that it starts with. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, type UtcDay } from "peak-cycle-model";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { newestRowDay } from "../packages/service/src/domain/history.js";
import { openSqlite } from "../packages/service/src/storage/open-sqlite.js";
import { openStores } from "../packages/service/src/storage/stores.js";
import { type DatabaseState, readRunningState } from "../packages/service/test/integration/process/database-state.js";
import { type ShiftedService, warmService } from "../packages/service/test/integration/process/shifted-service.js";
import { freePort } from "../packages/service/test/support/free-port.js";
import { fillStores } from "../packages/service/test/support/prepared-folder.js";
import {
  eventually,
  type LogLine,
  logOf,
  type ServiceProcess,
} from "../packages/service/test/support/service-process.js";
import { simulatorSettings } from "../packages/service/test/support/simulated-life.js";
import type { Attack } from "./part.js";

/** A folder of its own. */
export function tempFolder({ cleanUp }: Pick<Attack, "cleanUp">): string {
  const folder = mkdtempSync(join(tmpdir(), "peak-torture-"));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const pasts = new Map<UtcDay, Promise<string>>();

/**
 * What an old installation has stored by a moment, without a score: made once for all parts that the process runs.
 *
 * @returns the folder, to be copied for each life and never changed
 */
export function pastFolder(at: number): Promise<string> {
  const day = newestRowDay(at as Instant);
  const made = pasts.get(day) ?? makePast(at);
  pasts.set(day, made);
  return made;
}

/** At the end of the process, whose exit nobody hears in a worker of the tests. */
export async function removePasts(): Promise<void> {
  for (const past of pasts.values()) rmSync(await past, { recursive: true, force: true });
  pasts.clear();
}

async function makePast(at: number): Promise<string> {
  const past = mkdtempSync(join(tmpdir(), "peak-torture-"));
  const stores = openStores(await openSqlite(past));
  await fillStores(stores, at);
  await stores.close();
  return past;
}

/** The whole service on SQLite in a process of its own, the time of which and of its market the attack moves. */
export interface MovedLife {
  readonly folder: string;
  readonly simulator: Simulator;
  /** The running process. */
  readonly process: ServiceProcess;
  readonly origin: string;
  /** Address of its figures. */
  readonly metrics: string;
  /** What all its processes have logged. */
  log(): readonly LogLine[];
  /** The market stands still at a moment; the service's time runs on from there. */
  moveTo(at: number): void;
  /** Where the service's time is, in ms since 1970. */
  now(): number;
  start(): Promise<void>;
  /** SIGKILL, if it runs. */
  kill(): Promise<void>;
  /**
   * Waits until what is due by now is stored and signed.
   *
   * @param was `attacked`: some minutes pass meanwhile, since who was held back tries again then
   */
  untilDone(was?: keyof typeof WAITS_MS): Promise<void>;
  state(): DatabaseState;
}

export interface LifeOptions {
  /** What it begins with; it is copied. */
  readonly past: string;
  /** Of which moment that past is, in ms since 1970. */
  readonly at: number;
  /** An empty folder for what it stores; one of its own by default. */
  readonly folder?: string;
}

/** On a busy machine a step takes seconds, and moving time on would have its requests time out, and the market be another. */
const WAITS_MS = { well: [20_000, 20_000], attacked: [2_000, 4_000, 8_000, 16_000] } as const;

/**
 * Longer than any pause between two tries of a job, which is half of five minutes where nothing is drawn by lot. Three of them are
 * less than the ten minutes for which CoinGecko says the same: after them the look on a day still gives that day the dominance
 * that the undisturbed service has for it.
 */
export const RETRY_MS = 2.5 * MINUTE_MS + 15 * SECOND_MS;

/** Starts it, and waits for its first score; the end of the attack removes it. */
export async function movedLife(attack: Pick<Attack, "cleanUp">, options: LifeOptions): Promise<MovedLife> {
  const { past, at, folder = tempFolder(attack) } = options;
  cpSync(past, folder, { recursive: true });
  const simulator = await startSimulator();
  attack.cleanUp(() => simulator.close());
  const port = await freePort();
  const settings = { DATA_DIR: folder, PORT: "0", METRICS_PORT: String(port), ...simulatorSettings(simulator) };
  const logged: LogLine[] = [];
  let [now, offsetMs] = [at, 0];
  let service: ShiftedService | undefined;
  const running = () => {
    if (service === undefined) throw new Error("nothing runs");
    return service;
  };
  const life: MovedLife = {
    folder,
    simulator,
    get process() {
      return running().process;
    },
    get origin() {
      return running().origin;
    },
    metrics: `http://127.0.0.1:${port}/metrics`,
    log: () => [...logged, ...(service === undefined ? [] : logOf(service.process))],
    moveTo(to) {
      now = to;
      simulator.clock.fixAt(to);
      offsetMs = to - Date.now();
      service?.shiftTo(offsetMs);
    },
    now: () => Date.now() + offsetMs,
    async start() {
      const warm = warmService();
      attack.cleanUp(() => warm.process.kill());
      service = await warm.begin(settings, offsetMs);
    },
    async kill() {
      const ending = service?.process;
      service = undefined;
      await ending?.kill();
      if (ending !== undefined) logged.push(...logOf(ending));
    },
    async untilDone(was = "well") {
      const due = dueAt(now);
      if (
        await comesTrue(
          WAITS_MS[was],
          () => isTrue(folder, due),
          () => life.moveTo(now + RETRY_MS),
        )
      )
        return;
      const last = life
        .log()
        .slice(-6)
        .map((line) => JSON.stringify(line));
      throw new Error(`no row and score of ${new Date(now).toISOString()}; the log ends with ${last.join("\n")}`);
    },
    state: () => readRunningState(folder),
  };
  life.moveTo(at);
  await life.start();
  await life.untilDone();
  return life;
}

const IS_SIGNED = "(SELECT max(position) FROM statements) = (SELECT max(position) FROM links)";

/** Whether the row and the score that are due at a moment are stored and signed, in SQL of any engine. */
export function dueAt(at: number): string {
  const [row, hour] = [newestRowDay(at as Instant), Math.floor(at / HOUR_MS) * HOUR_MS];
  return `(SELECT max(day) FROM history) = ${row} AND (SELECT max(hour) FROM scores) = ${hour} AND ${IS_SIGNED}`;
}

/**
 * Waits for something one time after the other.
 *
 * @param moveOn called after each time in vain: who was held back tries again some minutes later
 */
export async function comesTrue(
  waitsMs: readonly number[],
  isSo: () => boolean | Promise<boolean>,
  moveOn: () => void | Promise<void>,
): Promise<boolean> {
  for (const waitMs of waitsMs) {
    const seen = eventually("", async () => (await isSo()) || undefined, waitMs);
    if (await seen.catch(() => false)) return true;
    await moveOn();
  }
  return false;
}

/** Whether the newest link is signed. */
export function isSigned(folder: string): boolean {
  return isTrue(folder, IS_SIGNED);
}

function isTrue(folder: string, condition: string): boolean {
  const database = new SqliteFile(join(folder, "peak.db"), { readonly: true });
  try {
    return database.prepare(`SELECT ${condition}`).pluck().get() === 1;
  } finally {
    database.close();
  }
}
