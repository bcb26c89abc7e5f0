import { addDays, formatDay, type Instant, plus, startOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HistoryRow } from "../../../src/domain/history.js";
import type { FlagChange } from "../../../src/history/checked-history.js";
import { announcementsOf } from "../../../src/publish/announcements.js";
import { historyRow } from "../../contract/storage/samples.js";
import { historyOf } from "../../support/history-check.js";

const FIRST = utcDay("2020-01-01");

/** Twenty days, the last five of which the service has seen; the score reaches 60 on the 4th and 80 on the 18th. */
const ROWS = Array.from({ length: 20 }, (_, i): HistoryRow => {
  const day = addDays(FIRST, i);
  const [score, computedAt] = [i < 3 ? 55 : i < 17 ? 65 : 85, plus(startOf(day), 6 * 3_600_000 + 1234)];
  return historyRow(i, { day, score, computedAt, origin: i < 15 ? "backfill" : "live" });
});

/** Days after the first one on which the flag goes up, down, up and so on. */
function changes(flag: FlagChange["flag"], ...days: readonly string[]): readonly FlagChange[] {
  return days.map((day, index) => ({ flag, isUp: index % 2 === 0, day: utcDay(day) }));
}

const told = (flagChanges: readonly FlagChange[], rows = ROWS) =>
  announcementsOf(historyOf(rows, flagChanges)).map((each) => {
    const change = each.what === "phase" ? `${each.from} ${each.to}` : `${each.what} ${each.isUp ? "up" : "down"}`;
    return `${formatDay(each.day)} ${change}${each.isBackfilled ? " afterwards" : ""}`;
  });

describe("announcements", () => {
  test("are the changes of the settled phase, newest first, those of the past marked as computed afterwards", () => {
    expect(told([])).toEqual(["2020-01-18 HOT PEAK", "2020-01-04 BULL HOT afterwards"]);
  });

  test("are made at the time of their row; those of the past at 06:00 UTC of its day, whenever that was computed", () => {
    const at = (text: string) => Date.parse(text) as Instant;
    const [live, past] = announcementsOf(historyOf(ROWS));
    expect(live).toMatchObject({ at: at("2020-01-18T06:00:01.234Z"), score: 85 });
    expect(past).toMatchObject({ at: at("2020-01-04T06:00:00Z"), score: 65 });
    const later = ROWS.map((row) =>
      row.origin === "backfill" ? { ...row, computedAt: plus(row.computedAt, 99_999) } : row,
    );
    expect(announcementsOf(historyOf(later))).toEqual(announcementsOf(historyOf(ROWS)));
  });

  test("tell a flag with the row after the closed day on which it is up, and after the one on which it is down", () => {
    const flags = [
      ...changes("topRisk", "2020-01-05", "2020-01-08"),
      ...changes("descentGuard", "2020-01-15", "2020-01-17"),
    ];
    expect(told(flags)).toEqual([
      "2020-01-18 HOT PEAK",
      "2020-01-18 descentGuard down",
      "2020-01-16 descentGuard up",
      "2020-01-09 topRisk down afterwards",
      "2020-01-06 topRisk up afterwards",
      "2020-01-04 BULL HOT afterwards",
    ]);
  });

  test("tell a flag with the next row where a day has none, wait for it where there is none yet, and leave out a flag long before all rows", () => {
    const flags = changes("topRisk", "2020-01-05", "2020-01-19");
    const holed = ROWS.filter(({ day }) => formatDay(day) !== "2020-01-06");
    expect(told(flags, holed)).toEqual([
      "2020-01-20 topRisk down",
      "2020-01-18 HOT PEAK",
      "2020-01-07 topRisk up afterwards",
      "2020-01-04 BULL HOT afterwards",
    ]);
    expect(told(flags, ROWS.slice(0, 19))).not.toContain("2020-01-20 topRisk down");
    expect(told(changes("topRisk", "2019-11-01"))).toEqual(told([]));
  });
});
