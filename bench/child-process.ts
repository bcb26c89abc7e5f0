import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { CHILD_SCRIPTS } from "../packages/service/test/support/child-scripts.js";

/** Processes of the bench, and what the system says of any process: Linux only, from `/proc`. */

/** A script of `bench/child` in a process of its own. It replies to each message with one message. */
export interface Child {
  readonly pid: number;
  /** Sends a message and waits for the reply. @throws Error when the process ends instead */
  request<Reply>(message: object): Promise<Reply>;
  end(): Promise<void>;
}

/** @param name a script that sends one message when it is ready. @returns the process and that message */
export async function startChild<T>(name: string, args: readonly string[] = []): Promise<{ child: Child; ready: T }> {
  const process = fork(new URL(`${name}.js`, CHILD_SCRIPTS), [...args], { execArgv: ["--expose-gc"] });
  const ready = await nextMessage<T>(name, process);
  const child: Child = {
    pid: process.pid ?? 0,
    request: (message) => {
      const reply = nextMessage<never>(name, process);
      process.send(message);
      return reply;
    },
    end: async () => {
      if (process.exitCode !== null || process.signalCode !== null) return;
      const exit = once(process, "exit");
      process.kill("SIGKILL");
      await exit;
    },
  };
  return { child, ready };
}

/** Runs a script that sends one message and is done. */
export async function resultOf<T>(name: string, args: readonly string[] = []): Promise<T> {
  const { child, ready } = await startChild<T>(name, args);
  await child.end();
  return ready;
}

function nextMessage<T>(name: string, process: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`bench/child/${name}.ts ended with ${code}`));
    process.once("exit", onExit);
    process.once("message", (message) => {
      process.off("exit", onExit);
      resolve(message as T);
    });
  });
}

/** CPU time all threads of a process have used, in seconds; NaN where there is no `/proc`. */
export function cpuSeconds(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) => Number(readProc(`${pid}/task/${thread}/schedstat`).split(" ")[0]));
  return nanoseconds.length === 0 ? Number.NaN : nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
}

/** Resident memory of a process in MB (10^6 bytes): now, and the most it ever was. NaN where there is no `/proc`. */
export function residentMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = readProc(`${pid}/status`);
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

export function childPids(pid: number): readonly number[] {
  return readProc(`${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/**
 * Keeps servers that are compared on one core and the load on another. The cores of a shared machine differ by half at
 * times, and a process stays where it began: two runs of the same server then differ for as long as both live.
 * Does nothing on one core, and where there is no `taskset`.
 */
export function shareOneCore(servers: readonly number[], load: number): void {
  if (availableParallelism() < 2) return;
  for (const pid of servers) keepOn(0, pid);
  keepOn(1, load);
}

/** All threads of the process; those it starts later inherit the core. */
function keepOn(core: number, pid: number): void {
  spawnSync("taskset", ["-acp", `${core}`, `${pid}`], { stdio: "ignore" });
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
