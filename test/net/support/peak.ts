/** Runs the product the way its users do: `packages/service/bin/peak.js`, the simulated sources, HTTP. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { ask, freshClient } from "../../../packages/service/test/support/ask.js";
import { freePort } from "../../../packages/service/test/support/loopback.js";
import {
  eventually as eventuallyWithin,
  orEnd,
  originOf,
  type ServiceProcess,
  type Settings,
  startPeak,
  startScript,
} from "../../../packages/service/test/support/service-process.js";

export const CURRENT = "/api/public/nhci";
export const HISTORY = "/api/public/nhci/history";

const SIMULATOR = fileURLToPath(new URL("../../../packages/service/dist/bundle/simulator.js", import.meta.url));
const FROZEN_TIME = new URL("frozen-time.mjs", import.meta.url).href;

/** Frozen time of a process, which can be set. */
export interface FrozenTime {
  readonly settings: Settings;
  set(iso: string, program: ServiceProcess): void;
}

/** @param folder for the file with the current time */
export function frozenTime(iso: string, folder: string): FrozenTime {
  const file = join(folder, "time");
  writeFileSync(file, iso);
  return {
    settings: { FROZEN_TIME_FILE: file, NODE_OPTIONS: `--import=${FROZEN_TIME}` },
    set(now, { child }) {
      writeFileSync(file, now);
      child.kill("SIGUSR2");
    },
  };
}

/** The simulated sources, and the settings of a service that uses them. */
export async function startSimulator(settings: Settings = {}) {
  const program = startScript(SIMULATOR, ["--port", `${await freePort()}`], settings);
  const look = () => {
    const lines = program.out.filter((line) => /^[A-Z_]+=/.test(line));
    return lines.length > 8 ? Object.fromEntries(lines.map((line) => line.split("=", 2))) : undefined;
  };
  const upstream = await orEnd(eventually("the simulated sources", look), program);
  return { program, upstream: upstream as Settings };
}

export interface Site {
  readonly origin: string;
  readonly program: ServiceProcess;
}

/** `peak serve`; resolves when it listens. Its URLs contain the port that it was given. */
export async function serve(settings: Settings): Promise<Site> {
  const program = startPeak(["serve"], { PORT: `${await freePort()}`, ...settings });
  return { origin: await originOf(program), program };
}

/** Whether a path returns 200; `undefined` without a response. */
export async function isAnswered(origin: string, path: string): Promise<true | undefined> {
  const reply = await ask(origin + path, { from: freshClient() }).catch(() => undefined);
  return reply?.status === 200 || undefined;
}

/** A first start takes 15 s on two idle cores. */
const PATIENCE_MS = 170_000;

/** Polls until there is a result. */
export function eventually<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  return eventuallyWithin(what, look, PATIENCE_MS);
}

/** The site that the suites of this folder share: PEAK_ORIGIN, or one of this run with simulated sources. */
export function origin(): string {
  return inject("origin");
}

/** For suites that use the shared site: resolves once it has everything and its sources are silent. */
export async function untilSettled(): Promise<void> {
  if (process.env["PEAK_ORIGIN"] === undefined) await untilMade("site");
}

/** Notifies all test files that a first start in the run's folder is complete. */
export function noteMade(folders: string, name: "past" | "site"): void {
  writeFileSync(join(folders, `${name}-is-made`), "");
}

export async function untilMade(name: "past" | "site"): Promise<void> {
  const note = join(inject("folders"), `${name}-is-made`);
  await eventually(`the ${name} of this run`, () => existsSync(note) || undefined);
}
