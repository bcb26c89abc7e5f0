import type { AddressInfo } from "node:net";
import { MODEL_VERSION, SECOND_MS } from "peak-cycle-model";
import { embedScripts } from "./http/embed-scripts.js";
import { announcementMessages } from "./http/endpoints/feeds.js";
import type { PublicData } from "./http/http-deps.js";
import type { HttpServer, ListenAddress } from "./http/http-server.js";
import { openLimit } from "./http/limit/shared-limit.js";
import { publicData } from "./http/public-data.js";
import { createHealthServer, createHttpServer, createMetricsServer } from "./http/servers.js";
import { trackFirstStart } from "./ingest/backfill-steps.js";
import { waitAtMost } from "./ingest/timing.js";
import { type JobsRuntime, openJobs } from "./jobs/jobs.js";
import { noopOutputs, type RuntimeDeps, type WorkerOutputs } from "./jobs/worker.js";
import type { AttributionRow } from "./pages/attribution.js";
import { publisherOf } from "./pages/site.js";
import { PngPictures, renderOnChange } from "./pictures/png-pictures.js";
import type { RenderPictures } from "./pictures/render-pictures.js";
import { readBuiltFiles } from "./platform/built-files.js";
import type { Clock } from "./platform/clock.js";
import type { Log } from "./platform/log.js";
import { VERSION } from "./platform/version.js";
import type { Config } from "./settings.js";
import { SOURCES } from "./sources/all.js";

/** What differs between the process that runs for real and a test of the whole. */
export interface AppDeps extends RuntimeDeps {
  /** Folder of the built files for browsers; its address ends in a slash. */
  readonly widgets: URL;
  /** Draws all pictures, in a process of its own or in this one. */
  readonly draw: RenderPictures;
}

export interface Service {
  /** Where it listens. */
  readonly address: AddressInfo;
  /** Where its metrics are; `undefined` when nothing is counted. */
  readonly metrics?: AddressInfo;
  /** Does the jobs until the signal, then lets requests under way finish and closes everything. */
  run(stop: AbortSignal): Promise<void>;
}

/** After a stop, requests and jobs under way have this long; supervisors kill after ten seconds. */
const DRAIN_MS = 5 * SECOND_MS;

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

/** Answers Prometheus from before the database is opened until everything else is closed. */
async function serveMetrics({ databaseUrl, role }: Config, place: ListenAddress, { clock, log, draw }: AppDeps) {
  const { promMeters } = await import("./metrics/prom-meters.js");
  const meters = promMeters({
    clock,
    monotonicMs: () => performance.now(),
    isSole: databaseUrl === undefined,
    build: { version: VERSION, model_version: MODEL_VERSION, role },
  });
  const server = createMetricsServer({ address: place, log, meters });
  const address = await server.listen();
  log.info({ address: address.address, port: address.port }, "metrics are served");
  const drawCounted: RenderPictures = (job, handOver, signal) =>
    meters.job("pictures", () => draw(job, handOver, signal), signal);
  return { address, counting: { meters, draw: drawCounted }, close: () => server.close(0) };
}

/** A service that answers; whether it also does the jobs is a matter of its role. */
async function startAnswering(config: Config, deps: AppDeps): Promise<Service> {
  const { clock, log, meters } = deps;
  const built = await readBuiltFiles(deps.widgets);
  const scripts = embedScripts(built.scripts, publisherOf(config.http), VERSION);
  const data = publicData(clock);
  if (config.role === "api") data.showFirstStart("elsewhere");
  const pictures = composePictures(config, deps, data);
  const sink = { ...data, ...pictures.sink };
  const outputs: WorkerOutputs = {
    sink: meters?.publicState(sink) ?? sink,
    progress: trackFirstStart(clock, data.showFirstStart),
    messages: messagesFor(config),
  };
  const jobs = await openJobs({ config, runtime: deps, outputs });
  const limit = await openLimit(config.redisUrl, deps);
  if (config.redisUrl !== undefined) meters?.limits(limit.isShared);
  const close = async (): Promise<void> => {
    limit.close();
    await pictures.pngs.close();
    await jobs.close();
  };
  try {
    await jobs.keepScripts(scripts.embeds, clock.now());
    await jobs.restore();
    pictures.start();
    const server = createHttpServer({
      config: config.http,
      data,
      limit,
      clock,
      log,
      health: jobs.health,
      sources: attributionRows(config),
      scripts,
      method: built.method,
      icons: built.icons,
      pngs: pictures.pngs,
      meters,
    });
    return await listening({ config, clock, log, server, jobs, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** A service that does the jobs when it leads, and answers only the health checks. */
async function startJobsOnly(config: Config, deps: AppDeps): Promise<Service> {
  const { clock, log, meters } = deps;
  const sink = meters?.publicState(noopOutputs.sink) ?? noopOutputs.sink;
  const outputs = { ...noopOutputs, sink, messages: messagesFor(config) };
  const jobs = await openJobs({ config, runtime: deps, outputs });
  try {
    await jobs.restore();
    const server = createHealthServer({ config: config.http, log, health: jobs.health, meters });
    return await listening({ config, clock, log, server, jobs, close: jobs.close });
  } catch (error) {
    await jobs.close();
    throw error;
  }
}

function messagesFor({ http }: Config): WorkerOutputs["messages"] {
  return (announcements) => announcementMessages(http, announcements);
}

/** What a service is made of. */
interface Parts {
  readonly config: Config;
  readonly clock: Pick<Clock, "sleep">;
  readonly log: Log;
  readonly server: HttpServer;
  readonly jobs: JobsRuntime;
  /** Ends everything behind the server. */
  readonly close: () => Promise<void>;
}

async function listening(parts: Parts): Promise<Service> {
  const { config, log, server } = parts;
  const address = await server.listen();
  log.info({ address: address.address, port: address.port, version: VERSION, role: config.role }, "listening");
  if (config.http.simulated) log.warn({}, "the market is simulated: no number is real");
  return { address, run: (stop) => runUntilStopped(parts, stop) };
}

async function runUntilStopped({ clock, log, server, jobs, close }: Parts, stop: AbortSignal): Promise<void> {
  const ended = jobs.run(stop).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
  try {
    await Promise.race([ended, aborted(stop)]);
  } finally {
    if (stop.aborted) log.info({}, "stopping");
    // A job that waits for a silent database ends when that is closed.
    const settled = ended.catch(() => undefined);
    await Promise.all([server.close(DRAIN_MS), waitAtMost(clock, DRAIN_MS, settled)]);
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

function composePictures(config: Config, { clock, log, draw }: AppDeps, data: PublicData) {
  const { renderState: state } = data;
  const pngs = new PngPictures({ clock, log, draw, state, publisher: publisherOf(config.http) });
  let isStarted = false; // while the last run's state is shown part by part, no picture of a part is drawn
  const draws = () => {
    if (isStarted) pngs.drawUsual();
  };
  /** Draws what is shown now, and from now on after every change. Without a score the pictures say so. */
  const start = (): void => {
    isStarted = true;
    draws();
  };
  return { sink: renderOnChange({ sink: data, state, render: draws }), pngs, start };
}

function attributionRows(config: Config): readonly AttributionRow[] {
  const enabled = SOURCES.filter(({ name }) => !config.sources.disabled.has(name));
  return enabled.map(({ name, title, attribution, gives, link, license }) => {
    return { source: name, title, name: attribution, gives, link, license };
  });
}
