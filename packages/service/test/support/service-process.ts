/** Runs our processes like a supervisor or a terminal, and reads their output line by line. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Settings = Readonly<Record<string, string>>;

/** How a process ended; either code or signal is null. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly out: readonly string[];
  readonly err: readonly string[];
  /** Resolves when the process has exited and all its output has been read. */
  readonly ended: Promise<Ending>;
  /** Sends SIGKILL if it still runs; resolves when it has exited. */
  kill(): Promise<void>;
}

/** Supervisors such as systemd and Docker send SIGKILL ten seconds after SIGTERM; a busy machine gets 40 seconds. */
const SUPERVISOR_MS = 40_000;

/** Ends a process like a supervisor: if it does not exit in time, it gets SIGKILL and has no exit code. */
export async function endAsSupervised(
  { child, ended }: ServiceProcess,
  signal: "SIGTERM" | "SIGINT" = "SIGTERM",
): Promise<Ending> {
  child.kill(signal);
  const last = setTimeout(() => child.kill("SIGKILL"), SUPERVISOR_MS);
  return ended.finally(() => clearTimeout(last));
}

export const PEAK = fileURLToPath(new URL("../../bin/peak.js", import.meta.url));

/** Runs a built script like an installed one, without the settings of the shell that runs the tests. */
export function startScript(
  script: string,
  args: readonly string[],
  settings: Settings = {},
  nodeOptions: readonly string[] = [],
): ServiceProcess {
  const env = { PATH: process.env["PATH"] ?? "", ...settings };
  const words = [...nodeOptions, script, ...args];
  return watched(spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] }));
}

export const startPeak = (args: readonly string[], settings?: Settings) => startScript(PEAK, args, settings);

/** Runs one command of `peak` to its end. */
export async function endedPeak(args: readonly string[], settings?: Settings) {
  const { ended, out, err } = startPeak(args, settings);
  const { code } = await ended;
  return { code, out, err };
}

/** Processes that an aborted run would leave behind. */
const running = new Set<ChildProcess>();
const endAll = (): void => {
  for (const child of running) child.kill("SIGKILL");
};
process.once("exit", endAll);
process.once("disconnect", endAll); // the runner has exited

/** @param child a process with pipes for its output */
export function watched(child: ChildProcess): ServiceProcess {
  const [out, err]: [string[], string[]] = [[], []];
  if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => out.push(line));
  if (child.stderr) createInterface({ input: child.stderr }).on("line", (line) => err.push(line));
  running.add(child);
  const ended = once(child, "close").then(([code, signal]): Ending => {
    running.delete(child);
    return { code, signal };
  });
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { child, out, err, ended, kill };
}

/** One line of the service's log. */
export interface LogLine {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly [fact: string]: unknown;
}

export function logOf(service: ServiceProcess): readonly LogLine[] {
  return service.out.map((line) => JSON.parse(line) as LogLine);
}

const POLL_MS = 10;
/** A start takes a second or two on an idle machine, and up to half a minute under a load of ten. */
const TIMEOUT_MS = 60_000;

/** Retries until there is a response; the error names what it waited for. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`timed out waiting for ${what}`);
}

/** Waits for a result; if it fails, ends the programs that were started for it. */
export async function orEnd<T>(wait: Promise<T>, ...programs: readonly { kill(): Promise<unknown> }[]): Promise<T> {
  return wait.catch(async (error: unknown) => {
    await Promise.all(programs.map((each) => each.kill()));
    throw error;
  });
}

/** The service's origin, once it listens. */
export async function originOf(service: ServiceProcess, timeoutMs = TIMEOUT_MS): Promise<string> {
  const { child, out, err } = service;
  const look = () => {
    const line = out.find((each) => each.includes('"listening"'));
    if (line !== undefined) return `http://127.0.0.1:${(JSON.parse(line) as LogLine)["port"]}`;
    if (child.exitCode !== null) throw new Error(`ended instead of listening: ${err.join("\n")}`);
    return undefined;
  };
  return orEnd(eventually("listening", look, timeoutMs), service);
}
