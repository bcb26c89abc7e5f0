import type { Instant } from "peak-cycle-model";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import type { AppDeps } from "../../src/app.js";
import type { Clock } from "../../src/platform/clock.js";
import { ask, freshClient, type Reply } from "./ask.js";
import { composedService } from "./composed-service.js";
import { readExposition, type Scrape } from "./exposition.js";
import { fillFolder } from "./prepared-folder.js";
import { eventually } from "./service-process.js";
import { simulatorSettings } from "./simulated-life.js";
import { tempFolder } from "./temp-sqlite.js";

/** The composed service on a simulated market, with metrics, whose time moves when the test says so. */
export interface MeteredService {
  readonly simulator: Simulator;
  /** Of the database. */
  readonly folder: string;
  /** Begins the work; ends with the test. */
  run(): void;
  /** Moves the service's and the market's time, and wakes who has slept long enough. */
  pass(ms: number): void;
  /** A request to the public side, from this address or one that nobody has asked from. */
  get(path: string, headers?: Readonly<Record<string, string>>, from?: string): Promise<Reply>;
  scrape(): Promise<Scrape>;
  /** Scrapes until the figures are as wanted. */
  until(what: string, isSo: (scrape: Scrape) => boolean): Promise<Scrape>;
  readonly origin: string;
  readonly metricsOrigin: string;
}

export interface MeteredOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly drawPng?: AppDeps["drawPng"];
}

/** Pauses between retries pass at once; longer ones, those between polls too, end when the time is moved. */
const RETRY_PAUSE_MS = 2000;

/** @param at when it believes to be; it has the past of an old installation, but no score yet */
export async function meteredService(
  at: string,
  { settings = {}, drawPng }: MeteredOptions = {},
): Promise<MeteredService> {
  const simulator = await startSimulator({ at, fixed: true });
  onTestFinished(() => simulator.close());
  const folder = tempFolder();
  await fillFolder(folder, Date.parse(at));
  const { clock, pass } = movableTime(simulator);
  const all = { DATA_DIR: folder, METRICS_PORT: "0", ...simulatorSettings(simulator), ...settings };
  const { origin, metricsOrigin, run, end } = await composedService(
    all,
    drawPng === undefined ? { clock } : { clock, drawPng },
  );
  onTestFinished(end);
  const scrape = async () => readExposition((await ask(`${metricsOrigin}/metrics`)).text);
  return {
    simulator,
    folder,
    origin,
    metricsOrigin,
    run: () => void run(),
    pass,
    get: (path, headers = {}, from = freshClient()) => ask(origin + path, { headers, from }),
    scrape,
    until: (what, isSo) =>
      eventually(what, async () => {
        const seen = await scrape();
        return isSo(seen) ? seen : undefined;
      }),
  };
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

function movableTime({ clock }: Simulator): { readonly clock: Clock; readonly pass: (ms: number) => void } {
  let sleepers: Sleeper[] = [];
  return {
    clock: {
      now: () => clock.now() as Instant,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) return reject(signal.reason);
          if (ms <= RETRY_PAUSE_MS) return void setImmediate(resolve);
          sleepers.push({ due: clock.now() + ms, wake: resolve });
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    },
    pass(ms) {
      clock.fixAt(clock.now() + ms);
      const due = sleepers.filter((each) => each.due <= clock.now());
      sleepers = sleepers.filter((each) => each.due > clock.now());
      for (const { wake } of due) wake();
    },
  };
}
