/** The part `kill`: SIGKILL at random moments, after which all that was acknowledged is still there. */

import { cpSync } from "node:fs";
import { formatDay, type Instant } from "peak-cycle-model";
import { newestRowDay } from "../packages/service/src/domain/history.js";
import type { DatabaseState } from "../packages/service/test/integration/process/database-state.js";
import { type KilledLife, killedLife } from "../packages/service/test/integration/process/killed-life.js";
import { eventually } from "../packages/service/test/support/service-process.js";
import { type AttackedLife, besideUndisturbed, closingAfter, lookOn, START } from "./beside-undisturbed.js";
import { killedInstances, serverWithPast } from "./kill/instances.js";
import { isSigned, tempFolder } from "./moved-life.js";
import type { Attack, TorturePart } from "./part.js";

/** The service's clock is set this long before what its schedule waits for. */
const LEAD_MS = 200;

/** A start takes half a second, and a closing as long as that. */
const MAX_LIFE_MS = 900;

/** A server, three instances and their starts take ten seconds: too long beside other tests. */
const INSTANCES_FROM_MS = 30_000;

/** SIGKILL while time moves over closings: after each one, all that was acknowledged is still there. */
export const killPart: TorturePart = {
  name: "kill",
  about:
    "SIGKILL at random moments, while hours are scored and days closed, of one service and of several on PostgreSQL",
  async run(attack) {
    const server = attack.forMs < INSTANCES_FROM_MS ? undefined : await serverWithPast(attack, START);
    let lives = 0;
    await besideUndisturbed(attack, (own, past) =>
      server === undefined || lives++ % 2 === 0 ? killedAlone(own, past) : killedInstances(own, server),
    );
  },
};

/** One service on SQLite. */
async function killedAlone(attack: Attack, past: string): Promise<AttackedLife> {
  const folder = tempFolder(attack);
  cpSync(past, folder, { recursive: true });
  const life = await killedLife(folder);
  attack.cleanUp(life.end);
  life.moveTo(iso(START));
  await life.start();
  await published(life, START);
  await life.kill(0);
  return {
    place: { DATA_DIR: folder },
    async live(day) {
      await life.start();
      for (const at of [lookOn(day), closingAfter(day)]) await killAround(attack, life, at);
      await eventually("a signature", () => isSigned(folder) || undefined);
    },
    state: () => life.kill(0),
    tell: life.tell,
  };
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

function hasRow({ history }: DatabaseState, at: number): boolean {
  return Number(history.at(-1)?.["day"]) >= newestRowDay(at as Instant);
}

async function published(life: KilledLife, at: number): Promise<void> {
  const row = formatDay(newestRowDay(at as Instant));
  await life.until(
    `the row and score of ${iso(at)}`,
    ({ newestRow, newestScore }) => newestRow === row && newestScore.slice(0, 13) === iso(at).slice(0, 13),
  );
}

const iso = (at: number) => new Date(at).toISOString();
