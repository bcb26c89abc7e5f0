/** Runs the product the way its users do: `packages/service/bin/peak.js`, the simulated sources, HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { ask, freshClient } from "../../../packages/service/test/support/ask.js";

export const CURRENT = "/api/public/nhci";
export const HISTORY = "/api/public/nhci/history";

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
const PEAK = path("packages/service/bin/peak.js");
const SIMULATOR = path("packages/service/dist/bundle/simulator.js");
const FROZEN_TIME = new URL("frozen-time.mjs", import.meta.url).href;

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Program {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly out: () => string;
  /** Resolves when it has ended and all it wrote is read. */
  readonly ended: Promise<Ended>;
  /** SIGKILL, unless it has ended. */
  kill(): Promise<void>;
}

/** Starts a script of ours without the settings of the shell that runs the tests. */
export function start(script: string, args: readonly string[], settings: Settings = {}): Program {
  const env = { PATH: process.env["PATH"] ?? "", ...settings };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
  const ended = once(child, "close").then(([code]) => ({ code, out: out.join(""), err: err.join("") }));
  const last = () => void child.kill("SIGKILL");
  process.once("exit", last);
  void ended.then(() => process.off("exit", last));
  const kill = async () => {
    last();
    await ended;
  };
  return { child, out: () => out.join(""), ended, kill };
}

/** Runs one command of `peak` to its end. */
export function peak(args: readonly string[], settings: Settings = {}): Promise<Ended> {
  return start(PEAK, args, settings).ended;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "peak-net-"));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Time of a process that stands still, and can be set. */
export interface FrozenTime {
  readonly settings: Settings;
  set(iso: string, ...programs: readonly Program[]): void;
}

export function frozenTime(iso: string): FrozenTime {
  const file = join(newFolder(), "time");
  writeFileSync(file, iso);
  return {
    settings: { FROZEN_TIME_FILE: file, NODE_OPTIONS: `--import=${FROZEN_TIME}` },
    set(now, ...programs) {
      writeFileSync(file, now);
      for (const { child } of programs) child.kill("SIGUSR2");
    },
  };
}

/** The simulated sources, and the settings of a service that uses them. */
export async function startSimulator(settings: Settings = {}) {
  const port = await freePort();
  const program = start(SIMULATOR, ["--port", `${port}`], settings);
  const upstream = await eventually("the simulated sources", () => {
    const lines = program.out().match(/^[A-Z_]+=.*$/gm) ?? [];
    return lines.length > 8 ? Object.fromEntries(lines.map((line) => line.split("=", 2))) : undefined;
  });
  return { program, upstream: upstream as Settings };
}

export interface Site {
  readonly origin: string;
  readonly program: Program;
}

/** `peak serve`; resolves when it answers /healthz. */
export async function serve(settings: Settings): Promise<Site> {
  const port = await freePort();
  const program = start(PEAK, ["serve"], { PORT: `${port}`, ...settings });
  const origin = `http://127.0.0.1:${port}`;
  await eventually("an answer of /healthz", async () => {
    if (program.child.exitCode !== null) throw new Error(`peak serve ended: ${(await program.ended).err}`);
    return isAnswered(origin, "/healthz");
  });
  return { origin, program };
}

/** Whether a path answers with 200; `undefined` while nobody answers there. */
export async function isAnswered(origin: string, path: string): Promise<true | undefined> {
  const reply = await ask(origin + path, { from: freshClient() }).catch(() => undefined);
  return reply?.status === 200 || undefined;
}

/** A first start takes 15 s on two idle cores. */
const PATIENCE_MS = 170_000;

/** Asks again and again until there is an answer. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** The site that the suites of this folder share: PEAK_ORIGIN, or one of this run with simulated sources. */
export function origin(): string {
  return inject("origin");
}
