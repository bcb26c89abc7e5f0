import { CycleModel, type UtcDay } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import type { HistoryReader } from "../history/checked-history.js";

/** The model on all closed days, kept in memory: its state is rebuilt from the stored inputs at every start. */
export function modelState() {
  let model = new CycleModel();
  let last: ClosedDay | undefined;
  return {
    /** Begins anew, with the model of days that were just read. */
    replace(read: Pick<HistoryReader, "model" | "last">): void {
      model = read.model;
      last = read.last;
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

export type ModelState = ReturnType<typeof modelState>;
