/** `peak demo`: the service on an invented market. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageError } from "../domain/errors.js";
import { parseConfig } from "../settings/settings.js";
import type { ProcessContext } from "./process-context.js";
import { startConfigured } from "./serve.js";

/**
 * `peak demo`: like `peak serve`, with a temporary folder, and with sources simulated in a separate process. Needs no
 * network and no configuration.
 */
export async function demo(context: ProcessContext): Promise<void> {
  parseConfig({ ...context.env, ...NOT_OURS }); // reports wrong settings before anything is started
  const folder = await mkdtemp(join(tmpdir(), "peak-demo-")).catch((cause: unknown) => {
    throw new StorageError(`no folder can be created in ${tmpdir()}: set TMPDIR to another one`, { cause });
  });
  // The simulator shares no code with the service, so it is a separate program in the same folder.
  const simulator = fork(new URL("simulator.js", context.self), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const simulated = await sourceSettings(simulator);
    const env = { ...context.env, ...NOT_OURS, ...simulated, DATA_DIR: folder };
    context.out("Demo: the market is SIMULATED; every price and figure is invented.\n");
    context.out(ignoredNote(context.env));
    context.out("An invented past is fetched first, which takes 5 to 15 s.\n");
    const service = await startConfigured({ ...context, env });
    const { baseUrl } = parseConfig(env).http;
    if (baseUrl.port === "0") baseUrl.port = String(service.address.port); // PORT=0 picks a free one
    const looking = setInterval(() => {
      if (service.whyNotReady() !== undefined) return;
      clearInterval(looking);
      context.out(readyText(baseUrl.href));
    }, LOOK_MS);
    await service.run(context.stop).finally(() => clearInterval(looking));
  } finally {
    simulator.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

/** How often to check whether there is a score. */
const LOOK_MS = 100;

/** The message that the demo is ready, with the addresses to open. @param site its address, with a trailing slash */
function readyText(site: string): string {
  const looks = [
    ["", "the front page"],
    ["embed", "widgets to put on a page"],
    ["docs", "the API"],
    ["sandbox", "states to test with"],
  ] as const;
  const lines = looks.map(([path, what]) => `  ${`${site}${path}`.padEnd(site.length + 8)} ${what}\n`);
  return `\nReady. Ctrl+C ends the demo.\n${lines.join("")}\n`;
}

/**
 * Settings that the demo ignores: the shell may have those of a real installation, but nothing simulated may get into
 * its database or be signed with its key.
 */
const NOT_OURS = { DATABASE_URL: undefined, REDIS_URL: undefined, ROLE: undefined, SIGNING_KEY_FILE: undefined };

/** Lists the given settings that the demo ignores; empty if there are none. */
export function ignoredNote(env: ProcessContext["env"]): string {
  const names = ["DATA_DIR", ...Object.keys(NOT_OURS)].filter((name) => (env[name] ?? "").trim() !== "");
  return names.length === 0 ? "" : `Not used: ${names.join(", ")}. The demo has its own folder, removed at the end.\n`;
}

/** The settings in the simulator's first message. */
function sourceSettings(simulator: ChildProcess): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    simulator.once("message", (settings) => resolve(settings as Record<string, string>));
    simulator.once("error", reject);
    simulator.once("exit", (code) => reject(new Error(`the simulator ended with ${code}`)));
  });
}
