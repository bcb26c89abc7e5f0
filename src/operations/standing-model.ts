import type { ClosedDay } from "../domain/day-inputs.js";
import type { UtcDay } from "../domain/instant.js";
import { type CycleModel, cycleModel } from "../engine/cycle-model.js";
import type { DayStore } from "./ports.js";

/** The model on all closed days, kept in memory: its state is rebuilt from the stored inputs at every start. */
export interface StandingModel {
  /** Reads the closed days, once; 5,900 days take well under a second. */
  load(): Promise<void>;
  /** A copy on which provisional rows can be put and thrown away. */
  copy(): CycleModel;
  /** Takes over days that have just been stored. */
  extend(days: readonly ClosedDay[]): void;
  /** Newest closed day; `undefined` before the first backfill. */
  readonly last: ClosedDay | undefined;
  readonly lastDay: UtcDay | undefined;
}

export function standingModel(days: DayStore): StandingModel {
  let model = cycleModel();
  let last: ClosedDay | undefined;

  function extend(closed: readonly ClosedDay[]): void {
    for (const day of closed) model.append(day);
    last = closed.at(-1) ?? last;
  }

  return {
    async load() {
      model = cycleModel();
      last = undefined;
      extend(await days.closedDays());
    },
    copy: () => model.clone(),
    extend,
    get last() {
      return last;
    },
    get lastDay() {
      return last?.day;
    },
  };
}
