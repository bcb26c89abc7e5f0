/** Composes the jobs of this process on its database: alone on SQLite, or as one of several instances on PostgreSQL. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS } from "peak-cycle-model";
import type { LedgerSigner } from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { ConfigError } from "../domain/errors.js";
import { isOpenToOthers, openSigner, SignedHeadFile } from "../platform/signing-key.js";
import { instanceName } from "../platform/system.js";
import { Follower } from "../published/follow.js";
import { LedgerHistory } from "../published/ledger-history.js";
import type { Published } from "../published/published.js";
import type { Config } from "../settings.js";
import { closeOnError, NothingStoredError, type OpenDatabase, type Term } from "../storage/database.js";

import { openDatabase, openStores, type Stores } from "../storage/stores.js";

import { DatabaseWatch } from "./database-watch.js";
import { runInstance } from "./leader.js";
import { contradictionReport, publishingHolds } from "./publishing-holds.js";
import { whyNotReady } from "./readiness.js";
import { type RunnerDeps, runSchedule, runUntilDone } from "./schedule.js";
import { composeWorker, type RuntimeDeps, type Worker } from "./worker.js";

/** Opens the database and what works on it. @throws StorageError with a sentence for the operator */
export async function openJobs(config: Config, runtime: RuntimeDeps, published: Published): Promise<JobsRuntime> {
  const { clock, log, meters } = runtime;
  const holds = publishingHolds(log, published);
  const watch = new DatabaseWatch(log, () => performance.now());
  const database = await openForWork(config, runtime);
  const stores = openStores(database);
  const publishing =
    config.role === "api" ? undefined : await closeOnError(database, () => openPublishing(config, stores, runtime));
  const history = new LedgerHistory(stores.ledger, publishing?.kept, contradictionReport(log, holds));
  const follower = new Follower(clock, stores, history, published);
  const name = instanceName();
  let isLeading = false;
  const heldFor = () => holds.current().map(({ reason }) => reason);
  meters?.read({ holds: heldFor, isLeading: () => isLeading, isDatabaseAway: () => watch.isAway() });

  /** Makes everything anew: what is in memory from an earlier term may not be what is stored. */
  async function work(term: Term, signal: AbortSignal): Promise<void> {
    if (publishing === undefined) throw new RangeError("an instance that only follows cannot lead");
    const { signer } = publishing;
    const parts = { stores: openStores(term.connection), holds, published, signer, history };
    const worker = composeWorker(config, runtime, parts);
    const onLate = (job: string) => void term.end(`${job} did not end`);
    isLeading = true;
    try {
      await runTasks({ ...runtime, watch, onLate }, worker, signal);
    } finally {
      isLeading = false;
      holds.release("clock"); // whoever leads next finds out for itself
    }
  }

  /** Tries only when nobody leads: an attempt takes a connection. */
  async function beginTerm(): Promise<Term | undefined> {
    return (await database.leader()) === undefined ? database.beginTerm(name) : undefined;
  }

  return {
    stores,
    days: () => history.days,
    restore: () => follower.follow(),
    whyNotReady: () => whyNotReady(clock.now(), published, holds, watch),
    run: (stop, alsoRead) => {
      const follow = async (): Promise<void> => {
        await follower.follow();
        await alsoRead?.();
      };
      const lead = config.role === "api" ? undefined : beginTerm;
      return runInstance({ ...runtime, watch, follow, beginTerm: lead, work }, stop);
    },
    close: () => stores.close(),
  };
}

/** The jobs of this process and its open database. */
export interface JobsRuntime {
  /** For what is no job. */
  readonly stores: Pick<Stores, "keys" | "scores">;
  /** The closed days of the history that is published. */
  readonly days: () => readonly ClosedDay[];
  /** Publishes what is stored. */
  restore(): Promise<void>;
  /** One sentence for anyone, or `undefined` when it can give a current answer. */
  whyNotReady(): string | undefined;
  /**
   * Publishes what is new in the database, and does the jobs while this instance leads. Ends only by the signal;
   * rejects with its reason.
   *
   * @param alsoRead what else is read with each poll
   */
  run(stop: AbortSignal, alsoRead?: () => Promise<void>): Promise<void>;
  /** Closes the database. */
  close(): Promise<void>;
}

/** Reads the ledger, again until it is what was signed, and then runs the timetable until the signal. */
async function runTasks(
  runner: RunnerDeps,
  worker: Pick<Worker, "load" | "tasks">,
  signal: AbortSignal,
): Promise<void> {
  let minute = 0;
  const load = async () => {
    minute = await worker.load();
  };
  await runUntilDone(runner, { name: "read ledger", withinMs: READ_MS, run: load }, signal);
  await runSchedule(runner, worker.tasks, minute, signal);
}

/** Reading takes a third of a second, and a database server that hangs ends each query after half a minute. */
const READ_MS = 30 * MINUTE_MS;

/**
 * An empty database beside a key is a question that is asked before a table is made, so that a backup can be put there.
 *
 * @throws ConfigError when there is a key, and nobody has said that a new history is meant
 */
async function openForWork(config: Config, { log }: Pick<RuntimeDeps, "log">): Promise<OpenDatabase> {
  const { role, signingKeyFile, newHistory } = config;
  const onWait = () => log.info({}, "waiting for the tables, which this or another process is making or changing");
  if (role === "api") return openDatabase(config, "write", { onWait });
  const hasKey = existsSync(signingKeyFile);
  if (hasKey) await openSigner(config); // a key file that holds no key is reported first
  try {
    return await openDatabase(config, "write", { mayMake: newHistory === "yes" || !hasKey, onWait });
  } catch (error) {
    if (error instanceof NothingStoredError) throw questionOf(config);
    throw error;
  }
}

/** The name of a state that is stored before the signing key is made: the database has a history, or is about to. */
const BEGUN = "begun";

/** Whether nothing was ever appended there, and nobody has said yet that something is about to be. */
export async function isNewHistory({ ledger, state }: Pick<Stores, "ledger" | "state">): Promise<boolean> {
  return (await ledger.newestPosition()) < 0 && (await state.get(BEGUN)) === undefined;
}

/** What a start with a key and without a history ends with. */
export function questionOf({ databaseUrl, dataDir, signingKeyFile }: Config): ConfigError {
  const database = databaseUrl === undefined ? join(dataDir, "peak.db") : "the database of DATABASE_URL";
  return new ConfigError([
    `${database} is new or not there, but the signing key ${signingKeyFile} is: put a backup there, or set NEW_HISTORY=yes for one start to begin a new history with this key`,
  ]);
}

/**
 * What a process publishes with; the key is made when there is none yet. An empty database beside a key is more often a
 * wrong folder or a lost disk than a beginning, and a key that has signed one history must not sign another by mistake.
 *
 * @throws ConfigError when nobody has said that this is meant
 */
export async function openPublishing(
  config: Config,
  stores: Pick<Stores, "ledger" | "state">,
  { log }: Pick<RuntimeDeps, "log">,
): Promise<{ readonly signer: LedgerSigner; readonly kept: SignedHeadFile }> {
  const { signingKeyFile, newHistory } = config;
  const kept = new SignedHeadFile(signingKeyFile, log);
  const hasKey = existsSync(signingKeyFile); // before the database is asked: another instance may be making both
  if (await isNewHistory(stores)) {
    if (hasKey && newHistory !== "yes") throw questionOf(config);
    if (hasKey) await kept.forget();
    await stores.state.put(BEGUN, true);
  } else if (newHistory === "yes") {
    throw new ConfigError(["NEW_HISTORY must not be yes: the database has a history; unset it"]);
  }
  const keys = await stores.ledger.keyIds();
  if (!hasKey && keys.length > 0 && newHistory !== "new-key") {
    throw new ConfigError([
      `${signingKeyFile} is not there, but ${keys.at(-1)} has signed the history: put that key there, or set NEW_HISTORY=new-key for one start if it is lost`,
    ]);
  }
  const signer = await openSigner(config);
  if (isOpenToOthers(signingKeyFile)) log.warn({ file: signingKeyFile }, "every user can read the signing key");
  await kept.read(); // a file that cannot be read is told before anything else
  refuseStrangeKey(keys, signer, newHistory);
  return { signer, kept };
}

/** @throws ConfigError when the history was signed with another key, which does not vouch for this one */
function refuseStrangeKey(
  keys: readonly string[],
  { keyId, former }: LedgerSigner,
  newHistory: Config["newHistory"],
): void {
  const newest = keys.at(-1);
  if (newest === undefined || newest === keyId) return;
  if (keys.includes(keyId)) {
    throw new ConfigError([`SIGNING_KEY_FILE holds ${keyId}, which was replaced by ${newest}: use the newer key`]);
  }
  if (former.has(newest) || newHistory === "new-key") return;
  throw new ConfigError([
    `SIGNING_KEY_FILE holds ${keyId}, but ${newest} has signed the history: put that key into the file, behind the new one, or set NEW_HISTORY=new-key for one start if it is lost`,
  ]);
}
