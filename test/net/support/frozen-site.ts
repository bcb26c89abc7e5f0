/**
 * A service with a long past, whose time is frozen, like its sources' time, so that all its responses are repeatable.
 */
import { join } from "node:path";
import { inject } from "vitest";
import { newFolder } from "../../../packages/service/test/support/made-once.js";
import { orEnd, type ServiceProcess, type Settings } from "../../../packages/service/test/support/service-process.js";
import {
  CURRENT,
  eventually,
  type FrozenTime,
  frozenTime,
  HISTORY,
  isAnswered,
  noteMade,
  type Site,
  serve,
  startSimulator,
  untilMade,
} from "./peak.js";

/** Ten minutes before the day's row is due. */
const PAST = "2026-11-19T05:50:00.000Z";

export interface FrozenSources {
  readonly time: FrozenTime;
  readonly simulator: ServiceProcess;
  /** The settings of a service that uses them, at the same time. */
  readonly settings: Settings;
}

export async function frozenSources(at: string, folder = newFolder()): Promise<FrozenSources> {
  const time = frozenTime(at, folder);
  const { program: simulator, upstream } = await startSimulator(time.settings);
  return { time, simulator, settings: { ...upstream, ...time.settings } };
}

/** Sets up an installation at PAST, once per run, because a first start takes as long as everything else together. */
export async function makePast(folders: string): Promise<void> {
  const { simulator, settings } = await frozenSources(PAST, folders);
  const { program, origin } = await orEnd(serve({ DATA_DIR: join(folders, "past"), ...settings }), simulator);
  for (const path of [CURRENT, HISTORY]) {
    await orEnd(
      eventually(path, () => isAnswered(origin, path)),
      program,
      simulator,
    );
  }
  program.child.kill("SIGTERM");
  await program.ended;
  await simulator.kill();
  noteMade(folders, "past");
}

/** A copy of the past, for a test to continue from. */
export async function pastFolder(): Promise<string> {
  await untilMade("past");
  return newFolder(join(inject("folders"), "past"));
}

export interface FrozenSite extends Site, FrozenSources {
  end(): Promise<void>;
}

/** The past, brought up to an instant; resolves once there is a score and the day's row. */
export async function frozenSite(at: string): Promise<FrozenSite> {
  const sources = await frozenSources(at);
  const { simulator } = sources;
  const site = await orEnd(serve({ DATA_DIR: await pastFolder(), ...sources.settings }), simulator);
  const row = eventually("the newest row", () => hasRow(site.origin, at.slice(0, 10)));
  await orEnd(row, site.program, simulator);
  const score = eventually(CURRENT, () => isAnswered(site.origin, CURRENT));
  await orEnd(score, site.program, simulator);
  const end = async () => void (await Promise.all([site.program.kill(), sources.simulator.kill()]));
  return { ...sources, ...site, end };
}

/** Whether the history ends with a day; `undefined` if not. */
export async function hasRow(origin: string, date: string): Promise<true | undefined> {
  const reply = await fetch(`${origin}${HISTORY}.csv`).catch(() => undefined);
  if (!reply?.ok) return undefined;
  return (await reply.text()).trimEnd().split("\r\n").at(-1)?.startsWith(date) || undefined;
}
