import { addDays, endOf, evaluateDays, FIRST_DAY } from "peak-cycle-model";
import { expect, test } from "vitest";
import { syntheticDays } from "../../../../model/test/support/synthetic-market.js";
import { HistoryReader } from "../../../src/history/checked-history.js";

test("a history has each change of a flag on the closed day with which the model changes it", {
  timeout: 30_000,
}, () => {
  const inputs = syntheticDays(2500);
  const reader = new HistoryReader();
  for (const [row, each] of inputs.entries()) {
    const day = addDays(FIRST_DAY, row);
    reader.take({ ...each, day, closedAt: endOf(day), sources: "{}", row: undefined });
  }
  const chain = { hashes: [], revisionHashes: [], keys: new Map<string, string>() };
  const end = { chain, leaves: [], links: [], keys: [], statement: undefined, revisions: [] };
  const { flagChanges } = reader.history({ ...end, findings: [], rows: new Map(), proof: undefined });
  const upOn = (flag: "descentGuard" | "topRisk") => {
    const changes = flagChanges.filter((each) => each.flag === flag);
    return inputs.map((_each, row) => changes.findLast(({ day }) => day <= addDays(FIRST_DAY, row))?.isUp ?? false);
  };
  const contexts = evaluateDays(inputs).map(({ context }) => context);
  expect(upOn("descentGuard")).toEqual(contexts.map(({ descentGuard }) => descentGuard !== null));
  expect(upOn("topRisk")).toEqual(contexts.map(({ topRisk }) => topRisk !== null));
  expect(flagChanges.length).toBeGreaterThan(3);
  expect(flagChanges.length).toBeLessThan(30);
});
