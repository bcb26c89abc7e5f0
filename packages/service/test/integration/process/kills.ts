import { onTestFailed } from "vitest";
import { fillFolder } from "../../support/prepared-folder.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import type { DatabaseState } from "./database-state.js";
import { type KilledLife, killedLife } from "./killed-life.js";
import { seededRandom } from "./random.js";
import { expectAlike } from "./same-states.js";

/** When a service is killed. */
interface Kills {
  /** Once when each hour's score is due, and once when a start makes up for it. */
  readonly hours: readonly string[];
  /** The same with closings. */
  readonly days: readonly string[];
  /** While days that were missed are closed. */
  readonly lateKills: number;
}

/**
 * A service that is killed while it scores and closes has the scores and rows of one that was left alone: nothing is lost,
 * there is no gap and no double on the way.
 */
export async function outlivesKills(kills: Kills): Promise<void> {
  const whole = living((life) => undisturbed(life, kills)); // beside the killed one
  whole.catch(() => {});
  expectAlike(await living((life) => torn(life, kills)), await whole, kills.hours);
}

export const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
const random = seededRandom(SEED);
const between = (least: number, most: number) => least + random() * (most - least);

const START = "2026-11-19T12:40:00Z";
const AFTER_DOWNTIME = "2026-11-29T08:10:00Z";
const LATE_DAY = "2026-11-29";

/** The service's clock is set this long before the moment its schedule waits for. */
const LEAD_MS = 200;

async function scored(life: KilledLife, at: string): Promise<void> {
  await life.until(`a score of ${at}`, ({ newestScore }) => newestScore.slice(0, 13) === at.slice(0, 13));
}

/**
 * The row is there, and the hourly round too: else the day would lack what only a look on the day itself can give.
 *
 * @param hour beginning of the hour whose score is waited for
 */
async function closed(life: KilledLife, day: string, hour: string): Promise<void> {
  await life.until(
    `the row and a score of ${day}`,
    ({ newestRow, newestScore }) => newestRow === day && newestScore.startsWith(`${day}T${hour}`),
  );
}

/**
 * An installation with a past and a score, given to `live`; whatever is left of it is ended. The past has no sources'
 * statements, so that on the first day no coin has a close before it: two sources have to be heard about each.
 */
async function living(live: (life: KilledLife) => Promise<DatabaseState>): Promise<DatabaseState> {
  const folder = tempFolder();
  await fillFolder(folder, Date.parse(START));
  const life = await killedLife(folder);
  onTestFailed(() => console.log(`${life.tell()}`));
  try {
    life.moveTo(START);
    await life.start();
    await scored(life, START);
    return await live(life);
  } finally {
    await life.end();
  }
}

async function undisturbed(life: KilledLife, { hours, days }: Kills): Promise<DatabaseState> {
  for (const at of hours) {
    life.moveTo(at, LEAD_MS);
    await scored(life, at);
  }
  for (const day of days) {
    life.moveTo(`${day}T06:00:00Z`, LEAD_MS);
    await closed(life, day, "0"); // its hourly round runs at 05:59 or at 06:00
  }
  life.moveTo(AFTER_DOWNTIME);
  await closed(life, LATE_DAY, "08");
  return life.kill(0);
}

async function torn(life: KilledLife, { hours, days, lateKills }: Kills): Promise<DatabaseState> {
  for (const at of hours) await tornScore(life, at);
  for (const day of days) await tornClosing(life, day);
  await life.kill(0);
  life.moveTo(AFTER_DOWNTIME);
  for (let kill = 0; kill < lateKills; kill++) await life.startAndKill(between(100, 800));
  await life.start();
  await closed(life, LATE_DAY, "08");
  return life.kill(0);
}

/** Killed once when the schedule sets it off, and once when a start makes up for it. */
async function tornScore(life: KilledLife, at: string): Promise<void> {
  life.moveTo(at, LEAD_MS);
  await life.kill(between(LEAD_MS / 2, 600));
  await life.startAndKill(between(0, 700));
  await life.start();
  await scored(life, at);
}

async function tornClosing(life: KilledLife, day: string): Promise<void> {
  life.moveTo(`${day}T06:00:00Z`, LEAD_MS);
  await life.kill(between(LEAD_MS / 2, 800));
  await life.startAndKill(between(0, 700));
  await life.start();
  await closed(life, day, "06");
}
