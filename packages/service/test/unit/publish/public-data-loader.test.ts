import { addDays, HOUR_MS, type Instant, plus, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { CheckedHistory } from "../../../src/history/checked-history.js";
import type { HistoryContext } from "../../../src/publish/history-context.js";
import { publicDataLoader } from "../../../src/publish/public-data-loader.js";
import type { PublicExtras } from "../../../src/publish/public-sink.js";
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
    expect([...since().keys()]).toEqual(["sources", "scripts"]);
  });

  test("has nothing but emptiness to show before anything is stored", async () => {
    const { board, since } = await harness();
    await board.showAll();
    expect(Object.fromEntries(since())).toEqual({
      historyContext: {
        rows: [],
        phaseSince: undefined,
        turned: undefined,
        settled: [],
        minute: undefined,
        served: [],
      },
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

  test("shows since when the scores are in a phase that no row has yet, and nothing of scores of the future", async () => {
    const { stores, historyContext, check } = await harness();
    const at = (hours: number, phase: "BULL" | "HOT" | "PEAK") => {
      const hour = plus(SCORED_AT, hours * HOUR_MS);
      return hourlyScore({ hour, computedAt: hour, btc: { ...hourlyScore().btc, phase } });
    };
    for (const score of [at(-9, "HOT"), at(-8, "BULL"), at(-7, "HOT"), at(1, "PEAK")]) await stores.scores.add(score);
    check(historyOf([historyRow(0, { phase: "BULL" })]));
    expect((await historyContext()).turned).toEqual({ phase: "HOT", since: utcDay("2026-11-21") });
    check(historyOf([historyRow(0, { phase: "BULL" }), historyRow(1, { phase: "HOT" })]));
    expect((await historyContext()).turned).toBeUndefined();
  });

  test("shows with days what is proven, and each of the rest by itself", async () => {
    const { stores, board, since } = await harness();
    await storePublishedPast(stores, CALM);
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
