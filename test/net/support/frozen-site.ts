/**
 * A service with a long past whose time, and that of its sources, stands still: everything it answers is repeatable.
 */
import { cpSync, rmSync } from "node:fs";
import { inject } from "vitest";
import type { ServiceProcess, Settings } from "../../../packages/service/test/support/service-process.js";
import {
  CURRENT,
  eventually,
  type FrozenTime,
  frozenTime,
  HISTORY,
  isAnswered,
  newFolder,
  type Site,
  serve,
  startSimulator,
} from "./peak.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The data of an installation that was set up and stopped at PAST. */
    readonly past: string;
  }
}

/** Ten minutes before the row of the day is due. */
const PAST = "2026-11-19T05:50:00.000Z";

export interface FrozenSources {
  readonly time: FrozenTime;
  readonly simulator: ServiceProcess;
  /** Of a service that uses them, at the same time. */
  readonly settings: Settings;
}

export async function frozenSources(at: string): Promise<FrozenSources> {
  const time = frozenTime(at);
  const { program: simulator, upstream } = await startSimulator(time.settings);
  return { time, simulator, settings: { ...upstream, ...time.settings } };
}

/** Sets up an installation at PAST, once a run: a first start takes as long as everything else together. */
export async function makePast(folder: string): Promise<void> {
  const { simulator, settings } = await frozenSources(PAST);
  const { program, origin } = await serve({ DATA_DIR: folder, ...settings });
  for (const path of [CURRENT, HISTORY]) await eventually(path, () => isAnswered(origin, path));
  program.child.kill("SIGTERM");
  await program.ended;
  await simulator.kill();
}

/** A copy of the past, to be gone on with. */
export function pastFolder(): string {
  const folder = newFolder();
  cpSync(inject("past"), folder, { recursive: true });
  return folder;
}

export interface FrozenSite extends Site, FrozenSources {
  end(): Promise<void>;
}

/** The past, caught up with until a moment; resolves when there is a score and the row of the day. */
export async function frozenSite(at: string): Promise<FrozenSite> {
  const sources = await frozenSources(at);
  const folder = pastFolder();
  const site = await serve({ DATA_DIR: folder, ...sources.settings });
  await eventually("the newest row", () => hasRow(site.origin, at.slice(0, 10)));
  await eventually(CURRENT, () => isAnswered(site.origin, CURRENT));
  const end = async () => {
    await Promise.all([site.program.kill(), sources.simulator.kill()]);
    rmSync(folder, { recursive: true });
  };
  return { ...sources, ...site, end };
}

/** Whether the history ends with a day; `undefined` if not. */
export async function hasRow(origin: string, date: string): Promise<true | undefined> {
  const reply = await fetch(`${origin}${HISTORY}.csv`).catch(() => undefined);
  if (!reply?.ok) return undefined;
  return (await reply.text()).trimEnd().split("\r\n").at(-1)?.startsWith(date) || undefined;
}
