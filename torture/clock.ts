/** The part `clock`: clocks that are wrong over the closing of days. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import type { DatabaseState } from "../packages/service/test/integration/process/database-state.js";
import { type AttackedLife, besideUndisturbed, closingAfter, lookOn, START } from "./beside-undisturbed.js";
import { type MovedLife, movedLife } from "./moved-life.js";
import type { Attack, TorturePart } from "./part.js";

/** What a wrong clock can do, it does at once: nothing waits for time that does not pass. */
const LEFT_WRONG_MS = 400;

/** Clocks that are wrong from one look at the market over the closing of its day, and right again after it. */
export const clockPart: TorturePart = {
  name: "clock",
  about: "a clock that is ahead, behind or jumps, by minutes to a year, over the closing of days",
  run: (attack) => besideUndisturbed(attack, misledLife),
};

async function misledLife(attack: Attack, past: string): Promise<AttackedLife> {
  const service = await movedLife(attack, { past, at: START });
  const story: string[] = [];
  return {
    place: { DATA_DIR: service.folder },
    async live(day, expected) {
      service.moveTo(lookOn(day));
      await service.untilDone();
      await beWrong(attack, service, { day, expected, story });
      service.moveTo(closingAfter(day));
      await service.untilDone("attacked");
    },
    state: service.state,
    tell: () => story.join("\n"),
  };
}

interface WrongNight {
  readonly day: number;
  readonly expected: DatabaseState;
  readonly story: string[];
}

/** Time goes on towards the closing, or past it, and the clock is wrong, in one way or in several, through a new start or not. */
async function beWrong(attack: Attack, service: MovedLife, { day, expected, story }: WrongNight): Promise<void> {
  const { random } = attack;
  const [from, to] = [lookOn(day) + HOUR_MS, closingAfter(day)];
  const moments = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    Math.round(from + random() * (to - from)),
  ).sort();
  for (const at of moments) {
    const aheadMs = randomError(random);
    const isStart = random() < 0.3;
    story.push(
      `${Math.round(aheadMs / MINUTE_MS)} min ahead at ${new Date(at).toISOString()}${isStart ? " at a start" : ""}`,
    );
    attack.tried(aheadMs > 0 ? "clocks ahead" : "clocks behind");
    service.moveTo(at, aheadMs);
    if (isStart) {
      await service.kill();
      await service.start();
    }
    await new Promise((resolve) => setTimeout(resolve, LEFT_WRONG_MS));
    expectNothingElse(service.state(), expected);
  }
}

/** From a minute, which is within the tolerance, to a year; each length as often as any other on a scale of factors. */
function randomError(random: () => number): number {
  const size = Math.round(MINUTE_MS * ((365 * DAY_MS) / MINUTE_MS) ** random());
  return random() < 0.6 ? size : -size;
}

/** No row or day but those which the undisturbed one has, or will have when the clock is right again. */
function expectNothingElse(ours: DatabaseState, theirs: DatabaseState): void {
  const wrong = ours.history.find((row, i) => {
    const other = theirs.history[i];
    return row["day"] !== other?.["day"] || row["score"] !== other?.["score"] || row["phase"] !== other?.["phase"];
  });
  if (wrong !== undefined) throw new Error(`a wrong row ${JSON.stringify(wrong)}`);
  if (ours.closedDays.length > theirs.closedDays.length) throw new Error("a day was closed that is not over");
}
