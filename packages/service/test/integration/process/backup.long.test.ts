import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { restoreDatabase } from "../../../src/storage/maintenance/restore.js";
import { fillFolder } from "../../support/prepared-folder.js";
import { endedPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { type DatabaseState, readState } from "./database-state.js";
import { killedLife } from "./killed-life.js";

const START = "2026-11-19T12:40:00Z";
const HOURS = ["13", "14"].map((hour) => `2026-11-19T${hour}:03:00Z`);
const DAYS = ["2026-11-20", "2026-11-21"];

/** The service's clock is set this long before the moment its schedule waits for. */
const LEAD_MS = 200;

/** Begun so long after the clock was set: before, during and after the work of the hour or the day. */
const DELAYS_MS = [0, 250, 600];

const LONG = { timeout: 240_000 };

const RESTORE = {
  allowUnsigned: false,
  onChecked: async () => {},
  signal: new AbortController().signal,
};

test(
  "taken during hourly scores and closings, every backup restores to a sound part of the history",
  LONG,
  async () => {
    const folder = tempFolder();
    await fillFolder(folder, Date.parse(START));
    const life = await killedLife(folder);
    onTestFinished(() => life.end());
    const scored = (hour: string) =>
      life.until(`a score of ${hour}`, ({ newestScore }) => newestScore.slice(0, 13) === hour.slice(0, 13));
    const paths: string[] = [];
    /** One after the other there is no telling what they meet: all at once, at different moments of the work. */
    const backUp = () =>
      DELAYS_MS.map(async (ms) => {
        const path = join(tempFolder(), "peak.backup");
        paths.push(path);
        await wait(ms);
        expect(await endedPeak(["backup", path], { DATA_DIR: folder })).toMatchObject({ code: 0, err: [] });
      });
    life.moveTo(START);
    await life.start();
    await scored(START);
    for (const at of HOURS) {
      life.moveTo(at, LEAD_MS);
      await Promise.all([...backUp(), scored(at)]);
    }
    for (const day of DAYS) {
      life.moveTo(`${day}T06:00:00Z`, LEAD_MS);
      const closed = life.until(`the row of ${day}`, ({ newestRow }) => newestRow === day);
      await Promise.all([...backUp(), closed]);
    }
    const last = await life.kill(1000);
    expect(paths.length).toBe((HOURS.length + DAYS.length) * DELAYS_MS.length);
    const seen = new Set<string>();
    for (const path of paths) {
      const place = tempFolder();
      await restoreDatabase(path, place, RESTORE); // checks the chain and every table
      const state = readState(place);
      expectPart(state, last);
      seen.add(`${state.history.length} ${state.scores.length}`);
    }
    expect(seen.size).toBeGreaterThan(2); // of different moments
  },
);

/** What was stored first, whole and unchanged. */
function expectPart(part: DatabaseState, whole: DatabaseState): void {
  expect(part.closedDays).toEqual(whole.closedDays.slice(0, part.closedDays.length));
  expect(part.history).toEqual(whole.history.slice(0, part.history.length));
  expect(part.scores).toEqual(whole.scores.slice(0, part.scores.length));
  expect(part.scores.length).toBeGreaterThan(0);
  expect(part.history.length).toBeGreaterThan(0);
}
