/**
 * Puts the service together: what is published, who answers with it, draws it and counts it, and the jobs that put it
 * there.
 */

import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { MODEL_VERSION, SECOND_MS } from "peak-cycle-model";
import { openLimit } from "./http/limit/redis-limit.js";
import { embedScripts } from "./http/routes/scripts.js";
import { close as closeServer, type ListenAddress, listen } from "./http/server.js";
import { createHealthServer, createMetricsServer, createSite } from "./http/site.js";
import { type JobsRuntime, openJobs } from "./jobs/jobs.js";
import { keepRecord } from "./jobs/record.js";
import type { RuntimeDeps } from "./jobs/worker.js";
import type { AttributionRow } from "./pages/attribution.js";
import { readBuiltFiles } from "./platform/built-files.js";
import type { Clock } from "./platform/clock.js";
import type { Log } from "./platform/log.js";
import { waitAtMost } from "./platform/timing.js";
import { VERSION } from "./platform/version.js";
import { ProState } from "./published/pro-state.js";
import { Published } from "./published/published.js";
import type { Config } from "./settings.js";
import { SOURCES } from "./sources/all.js";
import { lastBackupAt } from "./storage/backup.js";

/**
 * The whole service, listening: what the last run has left is shown at once, the jobs begin with `run`.
 *
 * @throws StorageError or ConfigError when folder, database, address or port cannot be used
 */
export async function startService(config: Config, deps: AppDeps): Promise<Service> {
  const start = config.role === "worker" ? startJobsOnly : startAnswering;
  if (config.metrics === undefined) return start(config, deps);
  const { address, counting, close } = await serveMetrics(config, config.metrics, deps);
  try {
    const service = await start(config, { ...deps, ...counting });
    return { ...service, metrics: address, run: (stop) => service.run(stop).finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What differs between the process that runs for real and a test of the whole. */
export interface AppDeps extends RuntimeDeps {
  /** Folder of the built files for browsers; its address ends in a slash. */
  readonly widgets: URL;
  /** Draws an SVG as PNG. @param scale pixels for one px */
  readonly drawPng: (svg: string, scale: number, signal: AbortSignal) => Promise<Uint8Array>;
}

export interface Service {
  /** Where it listens. */
  readonly address: AddressInfo;
  /** Where its metrics are; `undefined` when nothing is counted. */
  readonly metrics?: AddressInfo;
  /** Does the jobs until the signal, then lets requests under way finish and closes everything. */
  run(stop: AbortSignal): Promise<void>;
}

/** Answers Prometheus from before the database is opened until everything else is closed. */
async function serveMetrics({ dataDir, role }: Config, place: ListenAddress, { clock, log, drawPng }: AppDeps) {
  const { promMeters } = await import("./metrics/meters.js");
  const meters = promMeters(clock, { version: VERSION, model_version: MODEL_VERSION, role });
  meters.read({ backedUpAt: () => lastBackupAt(dataDir) });
  const server = createMetricsServer(meters);
  const address = await listen(server, place, "METRICS_");
  log.info({ address: address.address, port: address.port }, "metrics are served");
  const drawCounted: AppDeps["drawPng"] = (svg, scale, signal) =>
    meters.job("pictures", () => drawPng(svg, scale, signal), signal);
  return { address, counting: { meters, drawPng: drawCounted }, close: () => closeServer(server, 0) };
}

/**
 * A service that answers; whether it also does the jobs is a matter of its role. The server is there before anything is
 * published, and prepares its answers when it is.
 */
async function startAnswering(config: Config, deps: AppDeps): Promise<Service> {
  const { clock, log, meters } = deps;
  const built = await readBuiltFiles(deps.widgets);
  const { openapi, openapiWithKeys } = built.documents;
  const published = new Published();
  meters?.read({ published });
  if (config.role === "api") published.show({ firstStart: "elsewhere" });
  const jobs = await openJobs(config, deps, published);
  const limit = await openLimit(config.redisUrl, log);
  if (config.redisUrl !== undefined) meters?.read({ areLimitsShared: limit.isShared });
  const pro = config.http.apiPro ? new ProState(clock, jobs.stores.keys) : undefined;
  const ending = new AbortController();
  const close = async (): Promise<void> => {
    ending.abort(new Error("the service ends"));
    limit.close();
    await jobs.close();
  };
  try {
    const server = createSite({
      site: config.http,
      published,
      limit,
      pro,
      clock,
      log,
      meters,
      whyNotReady: jobs.whyNotReady,
      sources: attributionRows(config),
      scripts: embedScripts(built.scripts, config.http),
      documents: { ...built.documents, openapi: config.http.apiPro ? openapiWithKeys : openapi },
      icons: built.icons,
      drawPng: pngDrawer(deps, ending.signal),
    });
    await jobs.restore();
    await pro?.refresh();
    keepRecord(published, jobs.days, deps.makeRecord, log, ending.signal);
    const run = (stop: AbortSignal) => jobs.run(stop, async () => pro?.refresh());
    return await listening({ config, clock, log, server, run, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Draws until the service ends, and logs when a picture could not be drawn. */
function pngDrawer({ drawPng, log }: AppDeps, signal: AbortSignal) {
  return async (svg: string, scale: number): Promise<Uint8Array> => {
    try {
      return await drawPng(svg, scale, signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, "a picture could not be drawn");
      throw error;
    }
  };
}

/** A service that does the jobs when it leads, and answers only the health checks. */
async function startJobsOnly(config: Config, deps: AppDeps): Promise<Service> {
  const { clock, log, meters } = deps;
  const published = new Published();
  meters?.read({ published });
  const jobs = await openJobs(config, deps, published);
  try {
    await jobs.restore();
    const server = createHealthServer({ site: config.http, log, whyNotReady: jobs.whyNotReady, meters });
    return await listening({ config, clock, log, server, run: jobs.run, close: jobs.close });
  } catch (error) {
    await jobs.close();
    throw error;
  }
}

/** What a service is made of. */
interface Parts {
  readonly config: Config;
  readonly clock: Pick<Clock, "sleep">;
  readonly log: Log;
  readonly server: FastifyInstance;
  readonly run: JobsRuntime["run"];
  /** Ends everything behind the server. */
  readonly close: () => Promise<void>;
}

async function listening(parts: Parts): Promise<Service> {
  const { config, log, server } = parts;
  const address = await listen(server, config.http);
  log.info({ address: address.address, port: address.port, version: VERSION, role: config.role }, "listening");
  if (config.http.simulated) log.warn({}, "the market is simulated: no number is real");
  return { address, run: (stop) => runUntilStopped(parts, stop) };
}

/** After a stop, requests and jobs under way have this long; supervisors kill after ten seconds. */
const DRAIN_MS = 5 * SECOND_MS;

async function runUntilStopped({ clock, log, server, run, close }: Parts, stop: AbortSignal): Promise<void> {
  const ended = run(stop).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
  try {
    await Promise.race([ended, aborted(stop)]);
  } finally {
    if (stop.aborted) log.info({}, "stopping");
    // A job that waits for a silent database ends when that is closed.
    const settled = ended.catch(() => undefined);
    await Promise.all([closeServer(server, DRAIN_MS), waitAtMost(clock, DRAIN_MS, settled)]);
    await close();
  }
  await ended;
  log.info({}, "stopped");
}

function aborted(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
}

function attributionRows(config: Config): readonly AttributionRow[] {
  const enabled = SOURCES.filter(({ name }) => !config.sources.disabled.has(name));
  return enabled.map(({ name, title, attribution, gives, link, license }) => {
    return { source: name, title, name: attribution, gives, link, license };
  });
}
