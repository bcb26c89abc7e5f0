import { expect, test } from "vitest";
import { scoreForm } from "../../../src/published/current-reply.js";
import { historyForm } from "../../../src/published/history-reply.js";
import { samplePublished, sampleRows } from "../../support/sample-published.js";

test("the signal of crypto follows from its phase, whatever flags Bitcoin has", () => {
  const { score } = samplePublished().now.get();
  const crypto = { ...score!.crypto, phase: "HOT" } as const;
  const context = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" } as const;
  expect(scoreForm({ ...score!, crypto, context }).crypto.signal).toBe("CAUTION");
});

test("a history is public only with 30 days that follow each other", () => {
  const rows = sampleRows();
  expect(historyForm(rows)?.data).toHaveLength(30);
  expect(historyForm(rows.slice(1))).toBeUndefined();
  const [first] = rows;
  const holed = [{ ...first!, day: first!.day - 1 } as typeof first & object, ...rows.slice(1)];
  expect(historyForm(holed)).toBeUndefined();
});
