import { addDays, CycleModel, FIRST_DAY } from "peak-cycle-model";
import { expect, test } from "vitest";
import { modelState } from "../../../src/scoring/model-state.js";
import { startedCheck } from "../../support/history-check.js";
import { youngInstallation } from "../../support/young-installation.js";

const NEXT = { price: 111, mvrv: 1.2, fearGreed: 40, dominance: 55, majors: {} };

/** Fewer days than are read at a time, as many, one more, and those of several reads. */
test.each([1, 999, 1000, 1001, 2003])(
  "a model rebuilt from %i stored days is the model that took them one by one",
  async (count) => {
    const { stores } = await youngInstallation(addDays(FIRST_DAY, count - 1), "2020-01-01T00:00:00Z", []);
    const days = await stores.days.closedDays();
    const whole = new CycleModel();
    for (const day of days) whole.append(day);

    const state = modelState();
    await startedCheck(stores, { model: state }).run();

    expect(days).toHaveLength(count);
    expect(state.last).toEqual(days.at(-1));
    expect(state.copy().rows).toBe(count);
    expect(state.copy().append(NEXT)).toStrictEqual(whole.append(NEXT));
  },
);

test("a model of no days has none", async () => {
  const { stores } = await youngInstallation(addDays(FIRST_DAY, -1), "2010-07-18T00:00:00Z", []);
  const state = modelState();
  await startedCheck(stores, { model: state }).run();
  expect(state.lastDay).toBeUndefined();
  expect(state.copy().rows).toBe(0);
});
