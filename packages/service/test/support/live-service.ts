/** The built service as installed, on the machine's clock and a simulated market: one, or several on a database. */
import { type Fault, type Simulator, startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { ask, freshClient, type Reply } from "./ask.js";
import { newFolder } from "./made-once.js";
import {
  eventually,
  type LogLine,
  logOf,
  orEnd,
  originOf,
  type ServiceProcess,
  type Settings,
  startPeak,
} from "./service-process.js";
import { simulatorSettings } from "./simulated-life.js";
import { pastFolder } from "./simulated-past.js";

export class LiveService {
  readonly settings: Settings;
  readonly market: Simulator;
  process!: ServiceProcess;
  origin = "";

  /** By default it uses an empty folder and a free port. */
  constructor(settings: Settings, market: Simulator) {
    const ours = { DATA_DIR: newFolder(), PORT: "0", SIMULATED_MARKET: "yes", ...simulatorSettings(market) };
    this.settings = { ...ours, ...settings };
    this.market = market;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    this.process = startPeak(["serve"], this.settings);
    this.origin = await originOf(this.process);
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  /** Sends a request as a client with its own address. */
  get(path: string): Promise<Reply> {
    return ask(this.origin + path, { from: freshClient() });
  }

  async until200(path: string, withinMs?: number): Promise<void> {
    await eventually(path, async () => (await this.get(path)).status === 200 || undefined, withinMs);
  }

  log(): readonly LogLine[] {
    return logOf(this.process);
  }

  /** How many times it has logged a message. */
  said(sentence: string): number {
    return this.log().filter(({ msg }) => msg === sentence).length;
  }

  async untilSaid(sentence: string, withinMs?: number): Promise<void> {
    await eventually(sentence, () => this.said(sentence) > 0 || undefined, withinMs);
  }

  errors(): readonly LogLine[] {
    return this.log().filter(({ level }) => level === "error");
  }

  /** Kills it, and closes its market. */
  async end(): Promise<void> {
    await this.process.kill();
    await this.market.close();
  }
}

/** @param market a new one by default; several instances may share one */
export async function startLive(settings: Settings = {}, market?: Simulator): Promise<LiveService> {
  const service = new LiveService(settings, market ?? (await startSimulator()));
  await orEnd(service.start(), { kill: () => service.market.close() });
  return service;
}

/** The same, closed after the test. */
export async function liveService(settings?: Settings, market?: Simulator): Promise<LiveService> {
  const service = await startLive(settings, market);
  onTestFinished(() => service.end());
  return service;
}

/** A market that fails in one way, for services that should be idle. */
export async function failingMarket(fault: Fault = "500"): Promise<Simulator> {
  const market = await startSimulator();
  market.faults.set("*", fault);
  return market;
}

/**
 * A service with a long past and a score. All sources fail from then on, so that responses do not change during a test.
 */
export async function startSettled(settings?: Settings): Promise<LiveService> {
  const service = await startLive({ DATA_DIR: await pastFolder(), ...settings });
  await orEnd(service.until200("/readyz"), { kill: () => service.end() });
  service.market.faults.set("*", "500");
  return service;
}

/** The same, closed after the test. */
export async function settledService(): Promise<LiveService> {
  const service = await startSettled();
  onTestFinished(() => service.end());
  return service;
}
