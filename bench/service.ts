import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "peak-cycle-simulator";
import { ask } from "../packages/service/test/support/ask.js";
import { eventually, originOf } from "../packages/service/test/support/service-process.js";
import { simulatorSettings } from "../packages/service/test/support/simulated-life.js";
import { startAsInstalled } from "./start-command.js";

/** The real service in a process of its own, as `npm start` runs it. */
export interface Service {
  readonly pid: number;
  readonly port: number;
  /** Resolves at the first 200 of a path. @throws Error after a minute without one */
  until(path: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** A database whose past is fetched and scored, and the simulated upstreams it came from. */
export interface PreparedData {
  /** Settings of a service on this very database. */
  readonly settings: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

const TIMEOUT_MS = 60_000;

/** Starts the service on a free port. Resolves when its log says that it listens, before any answer. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<Service> {
  const service = startAsInstalled(settings);
  const { child, ended } = service;
  const origin = await originOf(service);
  return {
    pid: child.pid ?? 0,
    port: Number(new URL(origin).port),
    until: (path) =>
      eventually(`a 200 of ${path}`, async () => (await ask(origin + path)).status === 200 || undefined, TIMEOUT_MS),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Runs the service once on the simulated market until its database is filled. */
export async function prepareData(): Promise<PreparedData> {
  const simulator = await startSimulator();
  const folder = mkdtempSync(join(tmpdir(), "peak-bench-"));
  const settings = { SIMULATED_MARKET: "yes", ...simulatorSettings(simulator), DATA_DIR: folder };
  const service = await startService(settings);
  await service.until("/readyz");
  await service.until("/api/public/nhci/history");
  await service.stop();
  return {
    settings,
    async remove() {
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
