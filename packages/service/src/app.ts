/**
 * Composes the service: the published values, the parts that serve, draw and count them, and the jobs that update them.
 */

import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { MODEL_VERSION } from "peak-cycle-model";
import { readBuiltFiles } from "./http/built-files.js";
import { DrawingQueue } from "./http/drawing-queue.js";
import { KnownKeys } from "./http/limit/known-keys.js";
import { createLimiter } from "./http/limit/limiter.js";
import { LocalLimit } from "./http/limit/memory-limit.js";
import { RedisLimit } from "./http/limit/redis-limit.js";
import { close as closeServer, listen } from "./http/listen.js";
import { ResponseCache } from "./http/responses.js";
import { embedScripts } from "./http/routes/scripts.js";
import { runUntilStopped } from "./http/run-until-stopped.js";
import { createHealthServer, createMetricsServer, createSite } from "./http/servers.js";
import { instanceName } from "./jobs/instance-name.js";
import { Jobs } from "./jobs/jobs.js";
import { keepRecord, type MakeRecord } from "./jobs/track-record.js";
import { openForWork, openSigning } from "./ledger/signing.js";
import type { Meters } from "./metrics/meters.js";
import { publisherOf } from "./pages/site.js";
import { checkFontFiles, checkNames } from "./pictures/fonts.js";
import type { Clock } from "./platform/clock.js";
import type { Log } from "./platform/log.js";
import { Published } from "./published/published.js";
import type { Config } from "./settings/settings.js";
import { SOURCES } from "./sources/order.js";
import { VERSION } from "./version.js";

/** CPU-heavy work, done in worker threads. */
export interface Thread {
  /** Renders an SVG as PNG. @param scale device pixels per CSS pixel */
  readonly drawPng: (svg: string, scale: number, signal: AbortSignal) => Promise<Uint8Array>;
  /** The letters of a text that none of the pictures' fonts has. */
  readonly lettersWithoutFont: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly makeRecord: MakeRecord;
}

export interface Service {
  /** Where it listens. */
  readonly address: AddressInfo;
  /** Why it cannot serve current data, the reason in `/readyz`; `undefined` if it can. */
  readonly whyNotReady: () => string | undefined;
  /** Runs the jobs until the signal, then lets requests in progress finish and closes everything. */
  run(stop: AbortSignal): Promise<void>;
}

/**
 * Starts the whole service: it listens and publishes what the last run stored; the jobs start with `run`.
 *
 * @param widgets folder of the built browser files, as a URL with a trailing slash
 * @throws StorageError or ConfigError if the folder, database, address, port or fonts cannot be used
 */
export async function startService(
  config: Config,
  clock: Clock,
  log: Log,
  widgets: URL,
  thread: Thread,
): Promise<Service> {
  const published = new Published();
  const ending = new AbortController();
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    if (config.role !== "worker") {
      await checkFontFiles(config.pictureFonts);
      await checkNames(publisherOf(config.http), (text) => thread.lettersWithoutFont(text, ending.signal));
    }
    // Metrics are served from before the database is opened until everything else is closed.
    const meters = await serveMetrics(config, clock, log, closers);
    meters?.addReaders({ published });
    const database = await openForWork(config, log);
    closers.push(() => database.close());
    if (config.role !== "api") await database.requireOwnSession();
    const signing = config.role === "api" ? undefined : await openSigning(config, database.db, log);
    const jobs = new Jobs(clock, log, published, config.sources, database, signing, meters);
    const pro = config.http.apiPro && config.role !== "worker" ? new KnownKeys(clock, database.db) : undefined;
    let stopping: AbortSignal | undefined;
    const whyNotReady = () => (stopping?.aborted ? "This instance is stopping." : jobs.whyNotReady());
    const serving = { log, meters, trustedProxies: config.http.trustedProxies };
    let server: FastifyInstance;
    if (config.role === "worker") server = createHealthServer(serving, whyNotReady);
    else {
      if (config.role === "api") published.show({ firstStart: "elsewhere" });
      const { scripts, icons, documents } = await readBuiltFiles(widgets, config.http.apiPro);
      const limit = await openLimit(config, log, meters, closers);
      closers.push(() => ending.abort(new Error("the service is stopping")));
      server = createSite({
        ...serving,
        site: config.http,
        whyNotReady,
        published,
        limiter: createLimiter(limit, pro),
        clock,
        responses: new ResponseCache(),
        sources: SOURCES.filter(({ name }) => !config.sources.disabled.has(name)),
        scripts: embedScripts(scripts, config.http),
        documents,
        icons,
        drawings: new DrawingQueue(drawing(thread, log, meters, ending.signal)),
        gallery: "site",
      });
      keepRecord(published, () => jobs.days, thread.makeRecord, log, ending.signal);
    }
    await jobs.follow();
    await pro?.refresh();
    const address = await listen(server, config.http);
    log.info({ address: address.address, port: address.port, version: VERSION, role: config.role }, "listening");
    if (config.http.isSimulated) log.warn({}, "the market is simulated: no number is real");
    const work = (stop: AbortSignal) => jobs.run(stop, instanceName(address.port), async () => pro?.refresh());
    const run = (stop: AbortSignal) => {
      stopping = stop;
      return runUntilStopped(clock, log, server, work(stop), close, stop);
    };
    return { address, whyNotReady, run };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns `undefined` if metrics are off */
async function serveMetrics(config: Config, clock: Clock, log: Log, closers: (() => unknown)[]) {
  const { metrics: place, role } = config;
  if (place === undefined) return undefined;
  const { Meters } = await import("./metrics/meters.js");
  const meters = new Meters(clock, { version: VERSION, model_version: MODEL_VERSION, role });
  // Replaced by the jobs' readings once the database is open.
  meters.addReaders({ isDatabaseAway: () => true });
  const server = createMetricsServer(meters);
  const { address, port } = await listen(server, place, "METRICS_");
  closers.push(() => closeServer(clock, server, 0));
  log.info({ address, port }, "metrics are served");
  return meters;
}

/** Limits in this process or, if `REDIS_URL` is set, for all instances together. */
async function openLimit({ redisUrl }: Config, log: Log, meters: Meters | undefined, closers: (() => unknown)[]) {
  if (redisUrl === undefined) return new LocalLimit();
  const limit = await RedisLimit.open(redisUrl, log);
  closers.push(() => limit.close());
  meters?.addReaders({ areLimitsShared: () => limit.isShared });
  return limit;
}

/** Renders pictures until the service ends, counts them, and logs failures. */
function drawing({ drawPng }: Thread, log: Log, meters: Meters | undefined, signal: AbortSignal) {
  return async (svg: string, scale: number): Promise<Uint8Array> => {
    const draw = () => drawPng(svg, scale, signal);
    try {
      return await (meters?.job("pictures", draw, signal) ?? draw());
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, "a picture could not be drawn");
      throw error;
    }
  };
}
