import { describe, expect, test } from "vitest";
import { addDays, HOUR_MS, type Instant, plus, utcDay } from "../../../src/domain/instant.js";
import type { Change } from "../../../src/domain/snapshot.js";
import type { CheckedHistory } from "../../../src/operations/checked-history.js";
import type { HistoryContext, PublicExtras } from "../../../src/operations/ports.js";
import { publicDataLoader } from "../../../src/operations/public-data-loader.js";
import { historyRow, hourlyScore } from "../../contract/storage/samples.js";
import { historyOf } from "../../support/history-check.js";
import { CALM, SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOW = plus(SCORED_AT, 60_000);

async function harness() {
  const stores = await tempSqliteStores();
  const shown: (readonly [name: string, what: unknown])[] = [];
  const notice = (name: string) => (what: unknown) => void shown.push([name, what]);
  const extras: PublicExtras = {
    showHistoryContext: notice("historyContext"),
    showChanges: notice("changes"),
    showAnnouncements: notice("announcements"),
    showProof: notice("proof"),
    showRevisions: notice("revisions"),
    showSources: notice("sources"),
    showRecord: notice("record"),
    showScripts: notice("scripts"),
  };
  let history: CheckedHistory | undefined = historyOf([]);
  const board = publicDataLoader({ clock: { now: () => NOW }, stores, history: () => history, extras });
  const since = () => new Map(shown.splice(0));
  const historyContext = async () => {
    await board.showScores();
    return since().get("historyContext") as HistoryContext;
  };
  const check = (checked: CheckedHistory | undefined) => {
    history = checked;
  };
  return { stores, board, since, historyContext, check };
}

describe("the public data loader", () => {
  test("shows nothing of a history that was not found to be what was signed", async () => {
    const { board, since, check } = await harness();
    check(undefined);
    await board.showAll();
    expect([...since().keys()]).toEqual(["changes", "sources", "scripts"]);
  });

  test("has nothing but emptiness to show before anything is stored", async () => {
    const { board, since } = await harness();
    await board.showAll();
    expect(Object.fromEntries(since())).toEqual({
      historyContext: { rows: [], phaseSince: undefined, settled: [], minute: undefined, served: [] },
      changes: [],
      announcements: [],
      revisions: [],
      sources: [],
      scripts: [],
    });
  });

  test("shows the newest 31 rows, since when the phase lasts, the minute, and the days served", async () => {
    const { stores, historyContext, check } = await harness();
    const rows = Array.from({ length: 40 }, (_, i) =>
      historyRow(i, { day: addDays(utcDay("2026-11-21"), i - 39), phase: i < 33 ? "BULL" : "HOT" }),
    );
    check(historyOf(rows));
    await stores.scores.add(hourlyScore({ hour: SCORED_AT, computedAt: SCORED_AT }));
    await stores.installation.put("minute", "7");
    const shown = await historyContext();
    expect(shown.rows).toEqual(rows.slice(9));
    expect(shown.phaseSince).toBe(utcDay("2026-11-15"));
    expect(shown.minute).toBe(7);
    expect(shown.served).toMatchObject([{ day: utcDay("2026-11-21"), scoredHours: 1, row: { origin: "backfill" } }]);
  });

  test("counts the phase from the first row of all when there never was another one", async () => {
    const { historyContext, check } = await harness();
    check(historyOf([historyRow(0), historyRow(1)]));
    expect((await historyContext()).phaseSince).toBe(historyRow(0).day);
  });

  test("takes no text for a minute that is none", async () => {
    const { stores, historyContext } = await harness();
    for (const text of ["x", "60", "-1", "1.5"]) {
      await stores.installation.put("minute", text);
      expect((await historyContext()).minute).toBeUndefined();
    }
  });

  test("shows with scores what has changed, with days what is proven, and each of the rest by itself", async () => {
    const { stores, board, since } = await harness();
    await storePublishedPast(stores, CALM);
    const [before, after] = [plus(SCORED_AT, -HOUR_MS), plus(SCORED_AT, HOUR_MS)];
    const context = { descentGuard: "BEAR_DESCENT", topRisk: null } as const;
    await stores.scores.add(hourlyScore({ hour: before, computedAt: before, context }));
    await stores.scores.add(hourlyScore({ hour: after, computedAt: after, context })); // of the future
    await board.showScores();
    const told = (since().get("changes") as Change[]).filter(({ what }) => what === "descentGuard");
    expect(told).toMatchObject([{ from: "BEAR_DESCENT", to: null, computedAt: SCORED_AT }]);
    await board.showDays();
    expect([...since().keys()]).toEqual(["historyContext", "announcements", "revisions"]);
    await stores.sources.put({ source: "one", askedAt: 1 as Instant, answeredAt: undefined, fault: "refused" });
    await board.showSources();
    expect([...since()]).toEqual([["sources", await stores.sources.all()]]);
    const record = { modelVersion: "1", to: "2026-11-20", topRisk: { alarms: [] }, descentGuard: { alarms: [] } };
    await stores.reports.put("record", "today", JSON.stringify(record));
    await board.showRecord();
    expect([...since()]).toEqual([["record", record]]);
  });
});
