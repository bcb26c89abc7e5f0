import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { SOURCE_NAMES, urlSetting } from "../packages/service/src/sources/all.js";
import { ROOT, START_COMMAND } from "./start-command.js";

/** The real service in a process of its own, as `npm start` runs it. */
export interface Service {
  readonly pid: number;
  readonly port: number;
  /** Resolves at the first 200 of a path. @throws Error after a minute without one */
  until(path: string): Promise<void>;
  stop(): Promise<void>;
}

/** A database whose past is fetched and scored, and the simulated upstreams it came from. */
export interface PreparedData {
  /** Settings of a service on this very database. */
  readonly settings: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** Starts the service on a free port. Resolves when its log says that it listens, before any answer. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<Service> {
  const child = spawn(process.execPath, START_COMMAND.words, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], ...START_COMMAND.env, ...settings, PORT: "0" },
  });
  const exit = once(child, "exit");
  const port = await Promise.race([portOf(child.stdout), exit.then(() => undefined)]);
  if (port === undefined) throw new Error("the service ended before it listened");
  return {
    pid: child.pid ?? 0,
    port,
    until: (path) => until(port, path),
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

/** Runs the service once on the simulated market until its database is filled. */
export async function prepareData(): Promise<PreparedData> {
  const simulator = await startSimulator();
  const folder = mkdtempSync(join(tmpdir(), "peak-bench-"));
  const settings = { ...upstreamSettings(simulator), DATA_DIR: folder };
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

/** Reads the log to its end, so that the service never waits for a reader. */
function portOf(log: NodeJS.ReadableStream): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: log }).on("line", (line) => {
      const port = /"port":(\d+).*"listening"/.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

async function until(port: number, path: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await statusOf(port, path)) !== 200) {
    if (performance.now() > deadline) throw new Error(`no 200 of ${path} within ${TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    request.on("error", reject);
  });
}

function upstreamSettings(simulator: Simulator): Record<string, string> {
  const urls = SOURCE_NAMES.map((name) => [urlSetting(name), simulator.baseUrl(name)]);
  return { UPSTREAM_SPACING_MS: "0", SIMULATED_MARKET: "yes", ...Object.fromEntries(urls) };
}
