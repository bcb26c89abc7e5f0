import { describe, expect, test } from "vitest";
import type { Alarm, TrackRecord } from "../../../src/backtest/track-record.js";
import type { HistoryRow } from "../../../src/domain/history.js";
import { addDays, formatDay, type Instant, plus, startOf, utcDay } from "../../../src/domain/instant.js";
import { announcementsOf } from "../../../src/operations/announcements.js";
import { followSettledRows } from "../../../src/operations/settled-rows.js";
import { historyRow } from "../../contract/storage/samples.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";

const FIRST = utcDay("2020-01-01");

/** Twenty days, the last five of which the service has seen; the score reaches 60 on the 4th and 80 on the 18th. */
const ROWS = Array.from({ length: 20 }, (_, i): HistoryRow => {
  const day = addDays(FIRST, i);
  const [score, computedAt] = [i < 3 ? 55 : i < 17 ? 65 : 85, plus(startOf(day), 6 * 3_600_000 + 1234)];
  return historyRow(i, { day, score, computedAt, origin: i < 15 ? "backfill" : "live" });
});

const alarm = (from: string, to: string) => ({ from, to }) as Alarm;

function recordWith(topRisk: readonly Alarm[], descentGuard: readonly Alarm[], to = "2020-01-19"): TrackRecord {
  return {
    ...SAMPLE_RECORD,
    to,
    topRisk: { alarms: topRisk, misses: [] },
    descentGuard: { alarms: descentGuard, misses: [] },
  };
}

async function announced(record: TrackRecord | undefined, rows = ROWS) {
  const days = {
    rows: async (from: number, to: number) => rows.filter(({ day }) => day >= from && day <= to),
    lastRows: async (count: number) => rows.slice(-count),
  };
  const { changes } = await followSettledRows(days)();
  return announcementsOf(days, changes, record);
}

const told = async (record: TrackRecord | undefined, rows = ROWS) =>
  (await announced(record, rows)).map((each) => {
    const change = each.what === "phase" ? `${each.from} ${each.to}` : `${each.what} ${each.isUp ? "up" : "down"}`;
    return `${formatDay(each.day)} ${change}${each.isBackfilled ? " afterwards" : ""}`;
  });

describe("announcements", () => {
  test("are the changes of the settled phase, newest first, those of the past marked as computed afterwards", async () => {
    expect(await told(undefined)).toEqual(["2020-01-18 HOT PEAK", "2020-01-04 BULL HOT afterwards"]);
  });

  test("are made at the time of their row; those of the past at 06:00 UTC of its day, whenever that was computed", async () => {
    const at = (text: string) => Date.parse(text) as Instant;
    const [live, past] = await announced(undefined);
    expect(live).toMatchObject({ at: at("2020-01-18T06:00:01.234Z"), score: 85 });
    expect(past).toMatchObject({ at: at("2020-01-04T06:00:00Z"), score: 65 });
    const later = ROWS.map((row) =>
      row.origin === "backfill" ? { ...row, computedAt: plus(row.computedAt, 99_999) } : row,
    );
    expect(await announced(undefined, later)).toEqual(await announced(undefined));
  });

  test("tell a flag with the row after the first closed day on which it is up, and after the first on which it is down", async () => {
    const record = recordWith([alarm("2020-01-05", "2020-01-07")], [alarm("2020-01-15", "2020-01-16")]);
    expect(await told(record)).toEqual([
      "2020-01-18 HOT PEAK",
      "2020-01-18 descentGuard down",
      "2020-01-16 descentGuard up",
      "2020-01-09 topRisk down afterwards",
      "2020-01-06 topRisk up afterwards",
      "2020-01-04 BULL HOT afterwards",
    ]);
  });

  test("say of a flag that is up on the newest day that it went up, and nothing of its end", async () => {
    const record = recordWith([alarm("2020-01-17", "2020-01-19")], []);
    expect((await told(record))[0]).toBe("2020-01-18 HOT PEAK");
    expect((await told(record))[1]).toBe("2020-01-18 topRisk up");
    expect((await told(record)).some((each) => each.includes("down"))).toBe(false);
  });

  test("tell a flag with the next row where a day has none, and wait for it where there is none yet", async () => {
    const record = recordWith([alarm("2020-01-05", "2020-01-18")], []);
    const holed = ROWS.filter(({ day }) => formatDay(day) !== "2020-01-06");
    expect(await told(record, holed)).toEqual([
      "2020-01-20 topRisk down",
      "2020-01-18 HOT PEAK",
      "2020-01-07 topRisk up afterwards",
      "2020-01-04 BULL HOT afterwards",
    ]);
    expect(await told(record, ROWS.slice(0, 19))).not.toContain("2020-01-20 topRisk down");
  });
});
