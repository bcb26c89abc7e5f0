import { type UtcDay, utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { publishingHolds } from "../../../src/history/publishing-holds.js";
import type { Context } from "../../../src/jobs/context.js";
import { keepRecord } from "../../../src/jobs/keep-record.js";
import { modelState } from "../../../src/jobs/model-state.js";
import { RECORD } from "../../../src/publish/publish-stored.js";
import { Published } from "../../../src/publish/published.js";
import { parseConfig } from "../../../src/settings.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NEVER = new AbortController().signal;

async function harness() {
  const stores = await tempSqliteStores();
  const clock = fakeClock("2026-11-21T06:30:00Z");
  const log = quietLog();
  const days = { last: undefined as UtcDay | undefined };
  const model = {
    ...modelState(),
    get lastDay() {
      return days.last;
    },
  };
  const holds = publishingHolds({ clock, log: quietLog() });
  let made = 0;
  let meanwhile = () => {};
  const makeRecord = async () => {
    meanwhile();
    return JSON.stringify({ ...SAMPLE_RECORD, modelVersion: `made ${++made}` });
  };
  const whileMade = (happens: () => void) => {
    meanwhile = happens;
  };
  const context: Context = { clock, log, database: stores, published: new Published(), settings: parseConfig({}) };
  const keep = () => keepRecord(context, model, holds, makeRecord, NEVER);
  const kept = async () => (await stores.reports.get(RECORD))?.record.modelVersion;
  return { days, keep, kept, log, holds, whileMade, stores };
}

test("the record is made once a closed day, and again by another version of the program", async () => {
  const { days, keep, kept, log, stores } = await harness();
  days.last = utcDay("2026-11-20");
  expect([await keep(), await keep()]).toEqual([true, false]);
  expect(await kept()).toBe("made 1");
  days.last = utcDay("2026-11-21");
  expect([await keep(), await keep()]).toEqual([true, false]);
  await stores.reports.put(RECORD, "2026-11-21 0.0.9", JSON.stringify(SAMPLE_RECORD));
  expect([await keep(), await keep()]).toEqual([true, false]);
  expect(await kept()).toBe("made 3");
  expect(log.lines.map((line) => line.facts["day"])).toEqual(["2026-11-20", "2026-11-21", "2026-11-21"]);
});

test("without a closed day no record is made", async () => {
  const { keep, kept } = await harness();
  expect(await keep()).toBe(false);
  expect(await kept()).toBeUndefined();
});

test("while publishing is held back no record is made, and one that was being made is not kept", async () => {
  const { days, keep, kept, holds, whileMade } = await harness();
  days.last = utcDay("2026-11-20");
  holds.hold("chain", "What is stored is not what was signed.");
  await expect(keep()).rejects.toThrow(PublishingHeldError);
  holds.release("chain");
  whileMade(() => holds.hold("chain", "What is stored is not what was signed."));
  await expect(keep()).rejects.toThrow(PublishingHeldError);
  expect(await kept()).toBeUndefined();
  whileMade(() => {});
  holds.release("chain");
  expect([await keep(), await kept()]).toEqual([true, "made 2"]);
});
