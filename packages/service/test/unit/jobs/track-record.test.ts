import type { DayInputs } from "peak-cycle-model";
import { expect, test } from "vitest";
import { keepRecord } from "../../../src/jobs/track-record.js";
import { Published } from "../../../src/published/published.js";
import { quietLog } from "../../support/quiet-log.js";
import { sampleRows } from "../../support/sample-published.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { closedDays } from "../../support/sample-rows.js";
import { showHistory } from "../../support/show-history.js";

function harness(make: (count: number) => Promise<string>) {
  const [published, log, over] = [new Published(), quietLog(), new AbortController()];
  let days = closedDays(0, 3);
  const made: number[] = [];
  const makeRecord = (all: readonly DayInputs[]) => {
    made.push(all.length);
    return make(all.length);
  };
  keepRecord(published, () => days, makeRecord, log, over.signal);
  const grow = (count: number) => {
    days = closedDays(0, count);
    showHistory(published, { rows: sampleRows() });
  };
  return { published, log, over, made, grow };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("the record is computed when there is a history, and again only when days are added", async () => {
  const { published, made, grow } = harness(async () => JSON.stringify(SAMPLE_RECORD));
  await turn();
  expect(published.record.get()).toBeUndefined();
  for (const count of [3, 3, 4, 4]) {
    grow(count);
    await turn();
  }
  expect([made, published.record.get()]).toEqual([[3, 4], JSON.parse(JSON.stringify(SAMPLE_RECORD))]);
});

test("a record that could not be computed is logged, and the previous one stays", async () => {
  const { published, log, made, grow } = harness(async (count) => {
    if (count === 4) throw new Error("no memory left");
    return JSON.stringify({ ...SAMPLE_RECORD, to: `day ${count}` });
  });
  for (const count of [3, 4, 5]) {
    grow(count);
    await turn();
    if (count === 4) expect(published.record.get()?.to).toBe("day 3");
  }
  expect([made, published.record.get()?.to]).toEqual([[3, 4, 5], "day 5"]);
  expect(log.lines.filter(({ level }) => level === "error")).toMatchObject([{ facts: { reason: "no memory left" } }]);
});
