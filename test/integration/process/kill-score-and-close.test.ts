import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tempFolder } from "../../support/temp-sqlite.js";
import type { DatabaseState } from "./database-state.js";
import { type KilledLife, killedLife } from "./killed-life.js";
import { seededRandom } from "./random.js";

const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
const random = seededRandom(SEED);
const between = (least: number, most: number) => least + random() * (most - least);

const START = "2026-11-19T12:40:00Z";
const HOURS = ["13", "14", "15", "16", "17", "18", "19"].map((hour) => `2026-11-19T${hour}:03:00Z`);
const DAYS = ["20", "21", "22", "23", "24", "25", "26"].map((day) => `2026-11-${day}`);
const AFTER_DOWNTIME = "2026-11-29T08:10:00Z";
const LATE_DAY = "2026-11-29";

/** The service's clock is set this long before the moment its schedule waits for. */
const LEAD_MS = 200;

/** Fifty processes take their time on a busy machine. */
const LONG = { timeout: 150_000 };

let kills = 0;
const landings: string[] = [];

/** A kill, and whether what was under way had been stored by then. */
async function landed(what: string, killing: Promise<DatabaseState>, isDone: (state: DatabaseState) => boolean) {
  kills++;
  landings.push(`${what} ${isDone(await killing) ? "after" : "before"}`);
}

function tally(): Record<string, number> {
  return Object.fromEntries(
    [...new Set(landings)].sort().map((each) => [each, landings.filter((l) => l === each).length]),
  );
}

const isScored = (at: string) => (state: DatabaseState) =>
  state.scores.at(-1)?.["hour"] === Math.floor(Date.parse(at) / 3_600_000) * 3_600_000;
const isClosed = (day: string) => (state: DatabaseState) =>
  state.history.at(-1)?.["day"] === Date.parse(day) / 86_400_000;

async function scored(life: KilledLife, at: string): Promise<void> {
  await life.until(`a score of ${at}`, ({ newestScore }) => newestScore.slice(0, 13) === at.slice(0, 13));
}

/** The row is there, and the hourly round too: else the day would lack what only a look on the day itself can give. */
async function closed(life: KilledLife, day: string, hour = "06"): Promise<void> {
  await life.until(
    `the row and a score of ${day}`,
    ({ newestRow, newestScore }) => newestRow === day && newestScore.startsWith(`${day}T${hour}`),
  );
}

/** Everything stored but the moments of storing. */
function essence({ closedDays, history, scores }: DatabaseState) {
  const timeless = (row: Readonly<Record<string, unknown>>) => ({ ...row, computed_at: 0, closed_at: 0 });
  const hours = new Set(HOURS.map((at) => Date.parse(at) - 180_000));
  return {
    closedDays: closedDays.map(timeless),
    history: history.map(timeless),
    scores: scores.filter((row) => hours.has(Number(row["hour"]))).map(timeless),
  };
}

/** Row by row: six thousand rows at once give no readable difference. */
function expectSame(torn: DatabaseState, whole: DatabaseState): void {
  const [ours, theirs] = [essence(torn), essence(whole)];
  for (const part of ["closedDays", "history", "scores"] as const) {
    expect(ours[part].length, part).toBe(theirs[part].length);
    const differing = ours[part].filter((row, i) => !isDeepStrictEqual(row, theirs[part][i]));
    expect(differing).toEqual(theirs[part].filter((row, i) => !isDeepStrictEqual(row, ours[part][i])));
  }
}

/** Lets a life run, and ends whatever is left of it. */
async function living<T>(folder: string, live: (life: KilledLife) => Promise<T>): Promise<T> {
  const life = await killedLife(folder);
  try {
    return await live(life);
  } finally {
    await life.end();
  }
}

function grow(folder: string): Promise<DatabaseState> {
  return living(folder, async (life) => {
    life.moveTo(START);
    await life.start();
    await scored(life, START);
    return life.kill(0);
  });
}

function copyOf(folder: string): string {
  const copy = tempFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** The same moments without a kill but the last. */
function undisturbed(folder: string): Promise<DatabaseState> {
  return living(folder, async (life) => {
    life.moveTo(START);
    await life.start();
    for (const at of HOURS) {
      life.moveTo(at, LEAD_MS);
      await scored(life, at);
    }
    for (const day of DAYS) {
      life.moveTo(`${day}T06:00:00Z`, LEAD_MS);
      await closed(life, day, "05");
    }
    life.moveTo(AFTER_DOWNTIME);
    await closed(life, LATE_DAY, "08");
    return life.kill(0);
  });
}

describe(`a service that is killed again and again, seed ${SEED}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "peak-grown-"));
  let grown: Promise<DatabaseState>;

  beforeAll(() => {
    grown = grow(folder); // nobody disturbs this one; it works beside the first test
    grown.catch(() => {});
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    console.log(`seed ${SEED}, ${kills} kills; what was under way was stored:`, tally());
  });

  test("has the past of one that was left alone, after twenty kills of its first start", LONG, async () => {
    const torn = await living(tempFolder(), async (life) => {
      life.moveTo(START);
      for (let i = 0; i < 20; i++) {
        const afterMs = i % 3 === 0 ? between(0, 200) : between(200, 1000);
        await landed("backfill", life.startAndKill(afterMs), ({ history }) => history.length > 5000);
      }
      await life.start();
      await scored(life, START);
      return life.kill(0);
    });
    expectSame(torn, await grown);
  });

  test(
    "has the scores and rows of one that was left alone, after thirty kills of its scoring and closing",
    LONG,
    async () => {
      await grown;
      const [ours, theirs] = [copyOf(folder), copyOf(folder)];
      const whole = undisturbed(theirs); // beside the killed one
      whole.catch(() => {});
      const torn = await living(ours, async (life) => {
        life.moveTo(START);
        await life.start();
        for (const at of HOURS) {
          life.moveTo(at, LEAD_MS);
          await landed("score", life.kill(between(LEAD_MS / 2, 600)), isScored(at));
          await landed("score", life.startAndKill(between(0, 700)), isScored(at));
          await life.start();
          await scored(life, at);
        }
        for (const day of DAYS) {
          life.moveTo(`${day}T06:00:00Z`, LEAD_MS);
          await landed("close", life.kill(between(LEAD_MS / 2, 800)), isClosed(day));
          await landed("close", life.startAndKill(between(0, 700)), isClosed(day));
          await life.start();
          await closed(life, day);
        }
        await life.kill(0);
        life.moveTo(AFTER_DOWNTIME);
        await landed("close", life.startAndKill(between(100, 800)), isClosed(LATE_DAY));
        await landed("close", life.startAndKill(between(100, 800)), isClosed(LATE_DAY));
        await life.start();
        await closed(life, LATE_DAY);
        return life.kill(0);
      });
      expectSame(torn, await whole);
    },
  );
});
