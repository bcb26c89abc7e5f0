import { cpSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { formatDay, type Instant } from "peak-cycle-model";
import { expect, onTestFinished, test } from "vitest";
import { newestRowDay } from "../../../src/domain/history.js";
import { fillFolder } from "../../support/prepared-folder.js";
import { eventually, startPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { type KilledLife, killedLife } from "./killed-life.js";
import { seededRandom } from "./random.js";
import { expectAlike } from "./same-states.js";

const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);

/** The service has the past of an old installation, scores an hour the day after, and then closes that day. */
const START = "2026-11-19T12:40:00Z";
const DUE = ["2026-11-19T13:40:00Z", "2026-11-20T06:00:05Z"] as const;

/** The service's clock is set this long before its schedule is due. */
const LEAD_MS = 200;

/** A start takes half a second, and a closing as long again. */
const MAX_LIFE_MS = 900;

test(`a service killed while it scores and closes loses nothing and stores nothing twice, seed ${SEED}`, async () => {
  const random = seededRandom(SEED);
  const past = await pastFolder();
  const undisturbed = await lifeIn(past);
  const killed = await lifeIn(past);
  for (const at of DUE) {
    undisturbed.life.moveTo(at);
    await published(undisturbed.life, at);
    killed.life.moveTo(at, LEAD_MS);
    await killed.life.kill(LEAD_MS / 2 + random() * MAX_LIFE_MS);
    for (let starts = Math.floor(random() * 4); starts > 0; starts--)
      await killed.life.startAndKill(random() * MAX_LIFE_MS);
    await killed.life.start();
    await published(killed.life, at);
  }
  await eventually("a signature", () => isSigned(killed.folder) || undefined);
  const state = await killed.life.kill(0);
  try {
    expectAlike(state, await undisturbed.life.kill(0), [DUE[0]]);
  } catch (error) {
    throw new Error(`${String(error)} in this life:\n${killed.life.tell()}`);
  }
  const verifying = startPeak(["verify"], { DATA_DIR: killed.folder });
  expect([await verifying.ended.then(({ code }) => code), verifying.err]).toEqual([0, []]);
}, 120_000);

async function pastFolder(): Promise<string> {
  const past = tempFolder();
  await fillFolder(past, Date.parse(START));
  return past;
}

async function lifeIn(past: string) {
  const folder = tempFolder();
  cpSync(past, folder, { recursive: true });
  const life = await killedLife(folder);
  onTestFinished(() => life.end());
  life.moveTo(START);
  await life.start();
  await published(life, START);
  return { folder, life };
}

async function published(life: KilledLife, at: string): Promise<void> {
  const row = formatDay(newestRowDay(Date.parse(at) as Instant));
  await life.until(
    `the row and score of ${at}`,
    ({ newestRow, newestScore }) => newestRow === row && newestScore.slice(0, 13) === at.slice(0, 13),
  );
}

function isSigned(folder: string): boolean {
  const database = new SqliteFile(join(folder, "peak.db"), { readonly: true });
  try {
    return database.prepare("SELECT kind FROM ledger ORDER BY position DESC LIMIT 1").pluck().get() === "statement";
  } finally {
    database.close();
  }
}
