import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { createInterface } from "node:readline";
import { ROOT, SERVICE } from "./places.js";

/** The real service in a process of its own, as `npm start` runs it. */
export interface Service {
  readonly pid: number;
  readonly port: number;
  /** Resolves at the first 200 of a path. @throws Error after a minute without one */
  until(path: string): Promise<void>;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 20;

/** Starts the service on a free port. Resolves when its log says that it listens, before any answer. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<Service> {
  const child = spawn(process.execPath, SERVICE.words, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], ...SERVICE.env, ...settings, PORT: "0" },
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
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while ((await statusOf(port, path)) !== 200) {
    if (performance.now() > giveUpAt) throw new Error(`no 200 of ${path} within ${TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
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
