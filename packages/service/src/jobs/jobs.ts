/** Runs the jobs of this process on its database: alone on SQLite, or as one of several instances on PostgreSQL. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { ConfigError } from "../domain/errors.js";
import { HistoryCheck } from "../history/check-history.js";
import { contradictionReport, publishingHolds } from "../history/publishing-holds.js";
import type { SignedMemory, Signer } from "../history/signer.js";
import { forgetSigned, openSignedMemory, openSigner } from "../platform/signing-key.js";
import { instanceName } from "../platform/system.js";
import type { Published } from "../publish/published.js";
import { type Health, healthReport } from "../publish/report-health.js";
import { syncFromLeader } from "../publish/sync-from-leader.js";
import type { Config } from "../settings.js";
import { closeOnError, type FencingCheck, type OpenDatabase } from "../storage/database.js";
import { type ChangeMarkers, fencingCheck } from "../storage/lease-store.js";
import { NothingStoredError } from "../storage/migrate.js";
import { openDatabase, openLease } from "../storage/open-database.js";
import { openStores, type Stores } from "../storage/stores.js";
import { type Leadership, runElection } from "./leader-election.js";
import { type RunnerDeps, runSchedule, runUntilDone } from "./schedule.js";
import { composeWorker, type RuntimeDeps, restore, type Worker } from "./worker.js";

/** Opens the database and what works on it. @throws StorageError with a sentence for the operator */
export function openJobs(deps: JobsDeps): Promise<JobsRuntime> {
  return deps.config.databaseUrl === undefined ? singleInstance(deps) : multiInstance(deps);
}

/** The jobs of this process and its open database. */
export interface JobsRuntime {
  /** Not fenced. */
  readonly stores: () => Pick<Stores, "keys" | "scores">;
  /** Publishes what is stored. */
  restore(): Promise<void>;
  health(): Promise<Health>;
  /** Does the jobs, or publishes what the leader has stored. Ends only by the signal; rejects with its reason. */
  run(stop: AbortSignal): Promise<void>;
  /** Closes the database. */
  close(): Promise<void>;
}

interface JobsDeps {
  readonly config: Config;
  readonly runtime: RuntimeDeps;
  readonly published: Published;
}

const monotonicMs = (): number => performance.now();

/**
 * After so long without a poll of the database an instance may be behind: another one may lead by now and have stored
 * something newer. Until then all show the same.
 */
const BEHIND_MS = 30 * SECOND_MS;

/** The only process on a SQLite database. It does all the jobs. */
async function singleInstance({ config, runtime, published }: JobsDeps): Promise<JobsRuntime> {
  const { clock } = runtime;
  const holds = publishingHolds({ ...runtime, published });
  const stores = countedStores(runtime, await openForWork(config, runtime));
  const worker = await closeOnError(stores, async () => {
    return composeWorker(config, runtime, {
      stores,
      holds,
      published,
      ...(await openPublishing(config, stores, runtime)),
    });
  });
  return {
    stores: () => stores,
    restore: () => worker.restore(),
    health: healthReport({ clock, monotonicMs, stores: () => stores, published, holds }),
    run: (stop) => runTasks(runtime, stores, worker, stop),
    close: () => stores.close(),
  };
}

/**
 * One of several processes on a PostgreSQL database. It does the jobs while it leads; else it publishes what the
 * leader stores.
 */
async function multiInstance({ config, runtime, published }: JobsDeps): Promise<JobsRuntime> {
  const { clock, log, meters } = runtime;
  const holds = publishingHolds({ ...runtime, published });
  const database = await openForWork(config, runtime);
  const publishing =
    config.role === "api"
      ? undefined
      : await closeOnError(database, () => openPublishing(config, openStores(database), runtime));
  const opened = await openLease(config);
  const lease = meters?.lease(opened.lease) ?? opened.lease;
  const stores = countedStores(runtime, database);
  const report = contradictionReport({ log, holds, meters });
  const history = new HistoryCheck({ stores, model: undefined, memory: publishing?.memory, report });
  const following = { clock, log, stores, history, published };
  const sync = syncFromLeader(following);
  let followedAt = monotonicMs();
  /** Whether other instances may show something newer, since this one could not read the database lately. */
  const isBehind = () => monotonicMs() - followedAt > BEHIND_MS;

  /** Makes everything anew: what is in memory from an earlier leadership may not be what is stored. */
  async function lead({ epoch, signal, end }: Leadership): Promise<void> {
    const runner = { ...runtime, onLate: (job: string) => end(`${job} did not end`) };
    const fenced = countedStores(runtime, database, fencingCheck(epoch, end));
    if (publishing === undefined) throw new RangeError("an instance that only follows cannot lead");
    const worker = composeWorker(config, runtime, { stores: fenced, holds, published, ...publishing });
    try {
      await runTasks(runner, fenced, worker, signal);
    } finally {
      for (const reason of ["clock", "chain"] as const) holds.release(reason); // whoever leads next finds out for itself
    }
  }

  const election = {
    ...runtime,
    lease,
    holder: instanceName(),
    monotonicMs,
    async onPoll(markers: ChangeMarkers, isLeader: boolean) {
      await sync(markers, isLeader);
      followedAt = monotonicMs();
    },
  };
  return {
    stores: () => stores,
    restore: () => restore(following, history),
    health: healthReport({ clock, monotonicMs, stores: () => stores, published, holds, isBehind }),
    run: (stop) => runElection(election, config.role === "api" ? undefined : lead, stop),
    async close() {
      await opened.close();
      await database.close();
    },
  };
}

/** The one place where stores are wrapped: what a leader writes is fenced first, then every call is counted for metrics. */
function countedStores({ meters }: RuntimeDeps, database: OpenDatabase, fence?: FencingCheck): Stores {
  const stores = openStores(database, fence);
  return meters?.stores(stores) ?? stores;
}

/** Checks the history, again until everything stored is what was signed, and then runs the timetable until the signal. */
async function runTasks(
  runner: RunnerDeps,
  stores: Stores,
  worker: Pick<Worker, "load" | "tasks">,
  signal: AbortSignal,
): Promise<void> {
  await runUntilDone(runner, { name: "check history", withinMs: CHECK_MS, run: worker.load }, signal);
  await runSchedule({ ...runner, installation: stores.installation }, worker.tasks, signal);
}

/** A check takes a second, and a database server that hangs ends each query after half a minute. */
const CHECK_MS = 30 * MINUTE_MS;

/**
 * An empty database beside a key is a question that is asked before a table is made, so that a backup can be put there.
 *
 * @throws ConfigError when there is a key, and nobody has said that a new history is meant
 */
async function openForWork(config: Config, { log }: Pick<RuntimeDeps, "log">): Promise<OpenDatabase> {
  const { role, signingKeyFile, newHistory } = config;
  const onWait = () => log.info({}, "waiting for the tables, which this or another process is making or changing");
  if (role === "api") return openDatabase(config, "follow", { onWait });
  const hasKey = existsSync(signingKeyFile);
  if (hasKey) await openSigner(config); // a key file that holds no key is reported first
  try {
    return await openDatabase(config, "write", { mayMake: newHistory || !hasKey, onWait });
  } catch (error) {
    if (error instanceof NothingStoredError) throw questionOf(config);
    throw error;
  }
}

/** The key of a mark that is set before the signing key is made: the database has a history, or is about to. */
const BEGUN = "history:begun";

/**
 * An empty database beside a key is more often a wrong folder or a lost disk than a beginning, and a key that has signed
 * one history must not sign another by mistake.
 *
 * @throws ConfigError when there is a key, the database is new, and nobody has said that this is meant
 */
async function refuseNewHistory(config: Config, stores: Stores): Promise<void> {
  const { installation } = stores;
  const { signingKeyFile, newHistory } = config;
  const hasKey = existsSync(signingKeyFile); // before the database is asked: another instance may be making both
  if ((await installation.get(BEGUN)) !== undefined) return;
  const isNew = await isNewHistory(stores);
  if (isNew && hasKey && !newHistory) throw questionOf(config);
  if (isNew && hasKey) await forgetSigned(signingKeyFile);
  await installation.put(BEGUN, "yes");
}

/** Whether nothing was ever closed or signed there, and nobody has said yet that something is about to be. */
export async function isNewHistory({ installation, days, chain }: Stores): Promise<boolean> {
  const isBegun = (await installation.get(BEGUN)) !== undefined || (await days.lastClosedDay()) !== undefined;
  return !isBegun && (await chain.newestStatement()) === undefined;
}

/** What a start with a key and without a history ends with. */
export function questionOf({ databaseUrl, dataDir, signingKeyFile }: Config): ConfigError {
  const database = databaseUrl === undefined ? join(dataDir, "peak.db") : "the database of DATABASE_URL";
  return new ConfigError([
    `${database} is new or not there, but the signing key ${signingKeyFile} is: put a backup there, or set NEW_HISTORY=yes for one start to begin a new history with this key`,
  ]);
}

/** What a process publishes with; the key is made when there is none yet. @throws ConfigError */
export async function openPublishing(
  config: Config,
  stores: Stores,
  { log }: Pick<RuntimeDeps, "log">,
): Promise<{ readonly signer: Signer; readonly memory: SignedMemory }> {
  await refuseNewHistory(config, stores);
  const signer = await openSigner(config);
  const memory = await openSignedMemory(config.signingKeyFile, log);
  return { signer, memory };
}
