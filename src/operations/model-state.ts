import type { StoredDay } from "../domain/chain.js";
import type { ClosedDay } from "../domain/day.js";
import type { UtcDay } from "../domain/instant.js";
import { CycleModel } from "../engine/cycle-model.js";

export type ModelState = ReturnType<typeof modelState>;

/** The model on all closed days, kept in memory: its state is rebuilt from the stored inputs at every start. */
export function modelState() {
  let model = new CycleModel();
  let last: ClosedDay | undefined;
  return {
    /** Begins anew, with a model that was built beside this one. */
    replace(built: Pick<ReturnType<typeof modelBuilder>, "model" | "last">): void {
      model = built.model;
      last = built.last;
    },
    /** A copy on which provisional rows can be put and thrown away. */
    copy: (): CycleModel => model.clone(),
    /** Takes over days that have just been stored. */
    extend(closed: readonly ClosedDay[]): void {
      for (const day of closed) model.append(day);
      last = closed.at(-1) ?? last;
    },
    /** Newest closed day; `undefined` before the first backfill. */
    get last(): ClosedDay | undefined {
      return last;
    },
    get lastDay(): UtcDay | undefined {
      return last?.day;
    },
  };
}

/** Builds a model from days as they are read, oldest first. */
export function modelBuilder() {
  const model = new CycleModel();
  let last: StoredDay | undefined;
  return {
    model,
    take(day: StoredDay): void {
      model.append(day);
      last = day;
    },
    get last(): ClosedDay | undefined {
      return last && toClosedDay(last);
    },
  };
}

function toClosedDay({ row: _row, sources, ...day }: StoredDay): ClosedDay {
  return { ...day, sources: JSON.parse(sources) as ClosedDay["sources"] };
}
