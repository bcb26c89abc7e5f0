import type { DayInputs } from "../domain/day.js";
import { addDays, formatDay, type UtcDay } from "../domain/instant.js";
import { MAJORS, type Major, type Metric } from "../domain/observation.js";
import { FIRST_DAY } from "../engine/cycle-model.js";
import { FileError } from "./file-error.js";
import type { DailyFigure } from "./market-files.js";

/**
 * Lays figures out by day, from the model's first day to the last day with a Bitcoin price.
 *
 * @throws FileError when there is no price on the model's first day: a shorter past gives another score
 */
export function toDayInputs(path: string, figures: readonly DailyFigure[]): readonly DayInputs[] {
  const values = new Map(figures.map((each) => [`${each.metric} ${each.day}`, each.value]));
  const at = (metric: Metric, day: UtcDay): number | undefined => values.get(`${metric} ${day}`);
  if (at("btc-close", FIRST_DAY) === undefined) {
    throw new FileError(path, [`has no price on ${formatDay(FIRST_DAY)}, where the model begins`]);
  }
  const last = figures.reduce(
    (latest, each) => (each.metric === "btc-close" && each.day > latest ? each.day : latest),
    FIRST_DAY,
  );
  return Array.from({ length: last - FIRST_DAY + 1 }, (_, row): DayInputs => {
    const day = addDays(FIRST_DAY, row);
    return {
      price: at("btc-close", day),
      mvrv: at("mvrv", day),
      fearGreed: at("fear-greed", day),
      dominance: at("dominance", day),
      majors: majorsOf((major) => at(`${major}-close`, day)),
    };
  });
}

function majorsOf(price: (major: Major) => number | undefined): DayInputs["majors"] {
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const value = price(major);
    if (value !== undefined) majors[major] = value;
  }
  return majors;
}
