import type { StoredDay } from "../domain/chain.js";
import type { ClosedDay } from "../domain/day.js";
import type { UtcDay } from "../domain/instant.js";
import { type CycleModel, cycleModel } from "../engine/cycle-model.js";

/** The model on all closed days, kept in memory: its state is rebuilt from the stored inputs at every start. */
export interface ModelState {
  /** Begins anew, with a model that was built beside this one. */
  replace(built: BuiltModel): void;
  /** A copy on which provisional rows can be put and thrown away. */
  copy(): CycleModel;
  /** Takes over days that have just been stored. */
  extend(days: readonly ClosedDay[]): void;
  /** Newest closed day; `undefined` before the first backfill. */
  readonly last: ClosedDay | undefined;
  readonly lastDay: UtcDay | undefined;
}

/** A model and the newest day it stands on. */
interface BuiltModel {
  readonly model: CycleModel;
  readonly last: ClosedDay | undefined;
}

/** Builds a model from days as they are read, oldest first. */
export function modelBuilder(): BuiltModel & { take(day: StoredDay): void } {
  const model = cycleModel();
  let last: StoredDay | undefined;
  return {
    model,
    take(day) {
      model.append(day);
      last = day;
    },
    get last() {
      return last && toClosedDay(last);
    },
  };
}

function toClosedDay({ row: _row, sources, ...day }: StoredDay): ClosedDay {
  return { ...day, sources: JSON.parse(sources) as ClosedDay["sources"] };
}

export function modelState(): ModelState {
  let model = cycleModel();
  let last: ClosedDay | undefined;
  return {
    replace(built) {
      model = built.model;
      last = built.last;
    },
    copy: () => model.clone(),
    extend(closed) {
      for (const day of closed) model.append(day);
      last = closed.at(-1) ?? last;
    },
    get last() {
      return last;
    },
    get lastDay() {
      return last?.day;
    },
  };
}
