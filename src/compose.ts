import type { AddressInfo } from "node:net";
import type { Config } from "./config.js";
import { SECOND_MS } from "./domain/instant.js";
import { publicAnswers } from "./http/public-answers.js";
import { createHttpServer, type HttpServer } from "./http/server.js";
import { memoryLimit } from "./limits/memory-limit.js";
import { isBackfilled } from "./operations/backfill.js";
import { type Examination, examineUpstream } from "./operations/examine-upstream.js";
import type { Clock, Log, Showcase, Stores, Upstream } from "./operations/ports.js";
import type { PublicView } from "./operations/public-view.js";
import { publicView } from "./operations/public-view.js";
import { reportHealth } from "./operations/report-health.js";
import { standingModel } from "./operations/standing-model.js";
import { tether } from "./operations/tether.js";
import type { AttributionRow } from "./pages/attribution.js";
import { silentLog } from "./platform/silent-log.js";
import { systemClock } from "./platform/system-clock.js";
import { VERSION } from "./platform/version.js";
import { type LifeTasks, live } from "./schedule/life.js";
import { runUntilDone } from "./schedule/runner.js";
import { hasDatabase, openSqlite } from "./storage/open-sqlite.js";
import { openStores } from "./storage/stores.js";
import type { ProgressScreen, TaskDeps } from "./tasks.js";
import { bindTasks } from "./tasks.js";
import { allUpstreams } from "./upstreams/all-upstreams.js";
import { SOURCE_NAMES, SOURCES } from "./upstreams/source-table.js";

/** What differs between the process that runs for real and a test of the whole. */
export interface Machine {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
  readonly screen: () => ProgressScreen;
  /** Fetches the past elsewhere, on the closed database; without it, the first start's work is done in this process. */
  readonly fetchPast?: (signal: AbortSignal) => Promise<void>;
}

/** Sent with every request, so that a source knows who asks. */
const USER_AGENT = `peak-cycle-index/${VERSION} (+https://www.npmjs.com/package/peak-cycle-index)`;

/** @throws StorageError with a sentence for the operator */
export async function openDatabase(config: Config): Promise<Stores> {
  return openStores(await openSqlite(config.dataDir));
}

/**
 * The database beside a running service: nothing is changed.
 *
 * @returns `undefined` when there is none yet
 * @throws StorageError when there is one that cannot be read
 */
export async function openForReading(config: Config): Promise<Stores | undefined> {
  return hasDatabase(config.dataDir) ? openStores(await openSqlite(config.dataDir, "read")) : undefined;
}

/** Asks every source that is not switched off, all at the same time. */
export async function examineAll(config: Config, signal: AbortSignal): Promise<readonly Examination[]> {
  const upstreams = openUpstreams(config, { clock: systemClock, log: silentLog }, () => 1);
  return Promise.all(upstreams.map((upstream) => examineUpstream(upstream, systemClock, signal)));
}

function openUpstreams(
  config: Config,
  { clock, log }: Pick<Machine, "clock" | "log">,
  tetherRate: () => number | undefined,
): readonly Upstream[] {
  return allUpstreams({ clock, log, config: { ...config.upstreams, userAgent: USER_AGENT }, tetherRate });
}

export interface Worker {
  readonly view: PublicView;
  readonly tasks: LifeTasks;
  /** Rebuilds the model from the stored days; before it, no task may run. */
  readonly load: () => Promise<void>;
}

/** The working half of the service: everything but answers. */
export function composeWorker(config: Config, machine: Machine, stores: Stores, showcase: Showcase): Worker {
  const { clock, log, screen } = machine;
  const { observations, installation } = stores;
  const view = publicView(stores, showcase);
  const model = standingModel(stores.days, clock);
  const dollar = tether(clock);
  const upstreams = openUpstreams(config, machine, dollar.rate);
  const deps: TaskDeps = { clock, log, stores, observations, installation, upstreams, model, view, tether: dollar };
  return {
    view,
    tasks: bindTasks(deps, screen),
    async load() {
      dollar.note(await observations.newest("usdt-price"));
      await model.load();
    },
  };
}

export interface Service {
  /** Where it listens. */
  readonly address: AddressInfo;
  /** Works until the signal, then lets requests under way finish and closes everything. */
  run(stop: AbortSignal): Promise<void>;
}

/** After a stop, requests under way have this long; supervisors kill after ten seconds. */
const DRAIN_MS = 5 * SECOND_MS;

/**
 * The whole service, listening: what the last run has left is shown at once, work begins with `run`.
 *
 * @throws StorageError or ConfigError when folder, database, address or port cannot be used
 */
export async function composeService(config: Config, machine: Machine): Promise<Service> {
  const { clock, log } = machine;
  const answers = publicAnswers(clock);
  let stores = await openDatabase(config);
  let worker = composeWorker(config, machine, stores, answers);
  const reopen = async (): Promise<void> => {
    stores = await openDatabase(config);
    worker = composeWorker(config, machine, stores, answers);
    await worker.view.restore();
  };
  try {
    await worker.view.restore();
    const health = () => reportHealth({ clock, stores, view: worker.view });
    const limit = memoryLimit({ monotonicMs: () => performance.now() });
    const server = await createHttpServer({
      config: config.http,
      answers,
      limit,
      clock,
      log,
      health,
      sources: attributionRows(config),
    });
    const address = await server.listen();
    log.info({ address: address.address, port: address.port, version: VERSION }, "listening");
    if (config.http.simulated) log.warn({}, "the market is simulated: no number is real");
    const run = async (stop: AbortSignal): Promise<void> => {
      if (machine.fetchPast !== undefined && !(await isBackfilled(stores))) {
        await stores.close();
        await runUntilDone(machine, { name: "backfill", run: machine.fetchPast }, stop);
        await reopen();
      }
      await worker.load();
      await live({ ...machine, installation: stores.installation }, worker.tasks, stop);
    };
    return {
      address,
      run: (stop) => untilStopped(run(stop), { log, stop, server, closeStores: () => stores.close() }),
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}

interface Ending {
  readonly log: Log;
  readonly stop: AbortSignal;
  readonly server: HttpServer;
  readonly closeStores: () => Promise<void>;
}

async function untilStopped(work: Promise<void>, { log, stop, server, closeStores }: Ending): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!stop.aborted) throw error;
    log.info({}, "stopping");
  } finally {
    await server.close(DRAIN_MS);
    await closeStores();
  }
  log.info({}, "stopped");
}

function attributionRows(config: Config): readonly AttributionRow[] {
  return SOURCE_NAMES.filter((name) => !config.upstreams.disabled.has(name)).map((name) => {
    const { gives, link, license, attribution } = SOURCES[name];
    return { source: name, name: attribution, gives, link, license };
  });
}
