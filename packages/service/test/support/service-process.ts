import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** How a process ended; one of the two is null. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of ours, its output read line by line. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly out: readonly string[];
  readonly err: readonly string[];
  /** Resolves when the process is gone and all its output is read. */
  readonly ended: Promise<Ending>;
  /** SIGKILL, if it still runs; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Supervisors such as systemd and Docker send SIGKILL this long after SIGTERM. */
const SUPERVISOR_MS = 10_000;

/** Ends a process as a supervisor does: who needs longer than ten seconds ends with the signal SIGKILL and no code. */
export async function endAsSupervised(
  { child, ended }: ServiceProcess,
  signal: "SIGTERM" | "SIGINT" = "SIGTERM",
): Promise<Ending> {
  child.kill(signal);
  const last = setTimeout(() => child.kill("SIGKILL"), SUPERVISOR_MS);
  return ended.finally(() => clearTimeout(last));
}

const PEAK = fileURLToPath(new URL("../../dist/bundle/main.js", import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** Runs the built `peak` as an installed one would run, without the settings of the shell that runs the tests. */
export function startPeak(args: readonly string[], settings: Settings = {}): ServiceProcess {
  const env = { PATH: process.env["PATH"] ?? "", ...settings };
  return watched(spawn(process.execPath, [PEAK, ...args], { env, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Runs the built `peak` to its end. */
export async function endedPeak(args: readonly string[], settings: Settings = {}) {
  const { ended, out, err } = startPeak(args, settings);
  const { code } = await ended;
  return { code, out, err };
}

/** Runs any program as a process group of its own, as a terminal does: `kill` ends all that it has started. */
export function startProgram(command: string, args: readonly string[], options: SpawnOptions): ServiceProcess {
  return watched(spawn(command, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] }), "group");
}

/** @param child one with pipes for its output */
export function watched(child: ChildProcess, reach: "process" | "group" = "process"): ServiceProcess {
  const [out, err]: [string[], string[]] = [[], []];
  if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => out.push(line));
  if (child.stderr) createInterface({ input: child.stderr }).on("line", (line) => err.push(line));
  const ended = once(child, "close").then(([code, signal]): Ending => ({ code, signal }));
  const last = () => killAll(child, reach);
  process.once("exit", last); // a test that is cut off leaves nothing behind
  void ended.then(() => process.off("exit", last));
  return {
    child,
    out,
    err,
    ended,
    async kill() {
      last();
      await ended;
    },
  };
}

function killAll(child: ChildProcess, reach: "process" | "group"): void {
  if (reach === "process" || child.pid === undefined) return void child.kill("SIGKILL");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // All of them are gone.
  }
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
const TIMEOUT_MS = 25_000;

/** Asks again and again until there is an answer; what is waited for names itself when it does not come. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** The service's origin, once it listens. */
export async function originOf(service: ServiceProcess): Promise<string> {
  let gone = false;
  void service.ended.then(() => {
    gone = true;
  });
  return eventually("listening", () => {
    const line = service.out.find((each) => each.includes('"listening"'));
    if (line !== undefined) return `http://127.0.0.1:${(JSON.parse(line) as LogLine)["port"]}`;
    if (gone) throw new Error(`ended instead of listening: ${service.err.join("\n")}`);
    return undefined;
  });
}
