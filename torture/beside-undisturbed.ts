/** Attacks installations one after the other, and compares each with one that lives through the same days in peace. */

import { DAY_MS } from "peak-cycle-model";
import type { DatabaseState } from "../packages/service/test/integration/process/database-state.js";
import { expectAlike } from "../packages/service/test/integration/process/same-states.js";
import { startPeak } from "../packages/service/test/support/service-process.js";
import { type MovedLife, movedLife, pastFolder } from "./moved-life.js";
import { type Attack, cleanedUp } from "./part.js";

/** Where every life begins: a day after a closing, with the past of an old installation. */
export const START = Date.parse("2026-11-19T12:40:00Z");

/** The market is looked at once a day, so that the day has what only a look on it can give; and then the day is closed. */
export const lookOn = (day: number) => START + day * DAY_MS;
export const closingAfter = (day: number) => Date.parse("2026-11-20T06:00:05Z") + day * DAY_MS;

/** Days that one installation lives through before the next one begins. */
const DAYS = 6;

/** One installation that is attacked. */
export interface AttackedLife {
  /**
   * Lives through a day, counted from 0: from the look on it until it is closed and signed.
   *
   * @param expected what a service that nobody attacks has stored by then
   */
  live(day: number, expected: DatabaseState): Promise<void>;
  /** What it has stored. */
  state(): DatabaseState | Promise<DatabaseState>;
  /** Settings with which a command finds its database. */
  readonly place: Readonly<Record<string, string>>;
  /** What has happened to it, for whoever has to find out why it differs. */
  tell(): string;
}

/** Attacks one installation after the other until the time is over. Each has to end like one that nobody attacks. */
export async function besideUndisturbed(
  attack: Attack,
  begin: (attack: Attack, past: string) => Promise<AttackedLife>,
): Promise<void> {
  const past = await pastFolder(START);
  attack.begin(); // the other one lives beside this one
  const whole = undisturbed(attack, past);
  do {
    await cleanedUp(attack, async (own) => liveThrough(own, await begin(own, past), whole));
  } while (!attack.signal.aborted);
}

async function liveThrough(attack: Attack, life: AttackedLife, whole: Undisturbed): Promise<void> {
  const looks: string[] = [];
  try {
    for (let day = 0; day < DAYS && !(day > 0 && attack.signal.aborted); day++) {
      const expected = await whole.after(day);
      await life.live(day, expected);
      looks.push(new Date(lookOn(day)).toISOString());
      expectAlike(await life.state(), expected, looks);
    }
    await expectSound(attack, life);
  } catch (error) {
    attack.finding(`${String(error)} in this life:\n${life.tell()}`);
  }
}

async function expectSound({ tried }: Attack, { place }: AttackedLife): Promise<void> {
  const verifying = startPeak(["verify"], place);
  const { code } = await verifying.ended;
  if (code !== 0) throw new Error(`peak verify ends with ${code}: ${verifying.out.join("; ")}`);
  tried("histories verified");
}

interface Undisturbed {
  /** What it has stored after the closing after a day, counted from 0. */
  after(day: number): Promise<DatabaseState>;
}

/** What it has stored after each day; one life is like the other, so that all parts of a process compare with the same. */
const known: DatabaseState[] = [];

function undisturbed(attack: Attack, past: string): Undisturbed {
  let begun: Promise<MovedLife> | undefined;
  let lived = 0;
  return {
    async after(day) {
      while (known.length <= day) {
        begun ??= movedLife(attack, { past, at: START });
        const service = await begun;
        for (const at of [lookOn(lived), closingAfter(lived)]) {
          service.moveTo(at);
          await service.untilDone();
        }
        known[lived++] = service.state();
      }
      return known[day] as DatabaseState;
    },
  };
}
