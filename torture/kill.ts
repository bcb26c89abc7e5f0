import { cpSync } from "node:fs";
import { DAY_MS, formatDay, HOUR_MS, type UtcDay } from "../src/domain/instant.js";
import type { DatabaseState } from "../test/integration/process/database-state.js";
import { type KilledLife, killedLife } from "../test/integration/process/killed-life.js";
import { expectAlike } from "../test/integration/process/same-states.js";
import { eventually, startPeak } from "../test/support/service-process.js";
import {
  closingAfter,
  isSigned,
  lookOn,
  pastFolder,
  START,
  tempFolder,
  type Undisturbed,
  undisturbed,
} from "./moved-life.js";
import type { Attack, TorturePart } from "./part.js";

/** Days that one installation lives through before the next one begins. */
const DAYS = 6;

/** The service's clock is set this long before what its schedule waits for. */
const LEAD_MS = 200;

/** A start takes half a second, and a closing as long as that. */
const MAX_LIFE_MS = 900;

/** SIGKILL while time moves over closings: after each one, all that was acknowledged is still there. */
export const killPart: TorturePart = {
  name: "kill",
  about: "SIGKILL at random moments, while hours are scored and days closed",
  async run(attack) {
    const past = await pastFolder(attack);
    attack.begin(); // the other one lives beside this one
    const whole = await undisturbed(attack, past);
    do await liveThrough(attack, past, whole);
    while (!attack.signal.aborted);
  },
};

async function liveThrough(attack: Attack, past: string, whole: Undisturbed): Promise<void> {
  const folder = tempFolder(attack);
  cpSync(past, folder, { recursive: true });
  const life = await killedLife(folder);
  try {
    life.moveTo(iso(START));
    await life.start();
    await published(life, START);
    let last = 0;
    for (let day = 0; day < DAYS && !(day > 0 && attack.signal.aborted); day++) {
      for (const at of [lookOn(day), closingAfter(day)]) await killAround(attack, life, at);
      last = day;
    }
    const looks = Array.from({ length: last + 1 }, (_, day) => iso(lookOn(day)));
    await eventually("a signature", () => isSigned(folder) || undefined);
    expectAlike(await life.kill(0), await whole.after(last), looks);
    await expectSound(attack, folder);
  } catch (error) {
    attack.finding(`${String(error)} in this life:\n${life.tell()}`);
  } finally {
    await life.end();
  }
}

/** Killed when the schedule sets it off, then at starts that make up for it; at last it may. */
async function killAround({ random, tried }: Attack, life: KilledLife, at: number): Promise<void> {
  const note = (state: DatabaseState) => tried(`kills ${hasRow(state, at) ? "after" : "before"} the row was stored`);
  life.moveTo(iso(at), LEAD_MS);
  note(await life.kill(LEAD_MS / 2 + random() * MAX_LIFE_MS));
  for (let left = Math.floor(random() * 4); left > 0; left--) note(await life.startAndKill(random() * MAX_LIFE_MS));
  await life.start();
  await published(life, at);
}

/** The day of the newest row that there may be at a moment. */
const rowAt = (at: number) => Math.floor((at - 6 * HOUR_MS) / DAY_MS);

function hasRow({ history }: DatabaseState, at: number): boolean {
  return Number(history.at(-1)?.["day"]) >= rowAt(at);
}

async function published(life: KilledLife, at: number): Promise<void> {
  const row = formatDay(rowAt(at) as UtcDay);
  await life.until(
    `the row and score of ${iso(at)}`,
    ({ newestRow, newestScore }) => newestRow === row && newestScore.slice(0, 13) === iso(at).slice(0, 13),
  );
}

async function expectSound({ tried }: Attack, folder: string): Promise<void> {
  const verifying = startPeak(["verify"], { DATA_DIR: folder });
  const { code } = await verifying.ended;
  if (code !== 0) throw new Error(`peak verify ends with ${code}: ${verifying.out.join("; ")}`);
  tried("histories verified");
}

const iso = (at: number) => new Date(at).toISOString();
