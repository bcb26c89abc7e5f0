import { describe, expect, test } from "vitest";
import { addDays, HOUR_MS, type Instant, plus, utcDay } from "../../../src/domain/instant.js";
import type { Background, PublicExtras } from "../../../src/operations/ports.js";
import { publicDataLoader } from "../../../src/operations/public-data-loader.js";
import { historyRow, hourlyScore } from "../../contract/storage/samples.js";
import { CALM, SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOW = plus(SCORED_AT, 60_000);

async function harness() {
  const stores = await tempSqliteStores();
  const shown: (readonly [name: string, what: unknown])[] = [];
  const notice = (name: string) => (what: unknown) => void shown.push([name, what]);
  const extras: PublicExtras = {
    showBackground: notice("background"),
    showChanges: notice("changes"),
    showProof: notice("proof"),
    showRevisions: notice("revisions"),
    showSources: notice("sources"),
    showRecord: notice("record"),
  };
  const board = publicDataLoader({ clock: { now: () => NOW }, stores, extras });
  const since = () => new Map(shown.splice(0));
  const background = async () => {
    await board.showScores();
    return since().get("background") as Background;
  };
  return { stores, board, since, background };
}

describe("the public data loader", () => {
  test("has nothing but emptiness to show before anything is stored", async () => {
    const { board, since } = await harness();
    await board.showAll();
    expect(Object.fromEntries(since())).toEqual({
      background: { rows: [], phaseSince: undefined, minute: undefined, served: [] },
      changes: [],
      revisions: [],
      sources: [],
    });
  });

  test("shows the newest 31 rows, since when the phase lasts, the minute, and the days served", async () => {
    const { stores, background } = await harness();
    const rows = Array.from({ length: 40 }, (_, i) =>
      historyRow(i, { day: addDays(utcDay("2026-11-21"), i - 39), phase: i < 33 ? "BULL" : "HOT" }),
    );
    await stores.days.append([], rows);
    await stores.scores.add(hourlyScore({ hour: SCORED_AT, computedAt: SCORED_AT }));
    await stores.installation.put("minute", "7");
    const shown = await background();
    expect(shown.rows).toEqual(rows.slice(9));
    expect(shown.phaseSince).toBe(utcDay("2026-11-15"));
    expect(shown.minute).toBe(7);
    expect(shown.served).toMatchObject([{ day: utcDay("2026-11-21"), scoredHours: 1, row: { origin: "backfill" } }]);
  });

  test("counts the phase from the first row of all when there never was another one", async () => {
    const { stores, background } = await harness();
    await stores.days.append([], [historyRow(0), historyRow(1)]);
    expect((await background()).phaseSince).toBe(historyRow(0).day);
  });

  test("takes no text for a minute that is none", async () => {
    const { stores, background } = await harness();
    for (const text of ["x", "60", "-1", "1.5"]) {
      await stores.installation.put("minute", text);
      expect((await background()).minute).toBeUndefined();
    }
  });

  test("shows with scores what has changed, with days what is proven, and each of the rest by itself", async () => {
    const { stores, board, since } = await harness();
    await storePublishedPast(stores, CALM);
    const [hour, computedAt] = [plus(SCORED_AT, HOUR_MS), plus(SCORED_AT, HOUR_MS)];
    await stores.scores.add(
      hourlyScore({ hour, computedAt, context: { descentGuard: "BEAR_DESCENT", topRisk: null } }),
    );
    await board.showScores();
    expect(since().get("changes")).toContainEqual(expect.objectContaining({ what: "descentGuard", hour }));
    await board.showDays();
    expect([...since().keys()]).toEqual(["background", "revisions"]);
    await stores.sources.put({ source: "one", askedAt: 1 as Instant, answeredAt: undefined, fault: "refused" });
    await board.showSources();
    expect([...since()]).toEqual([["sources", await stores.sources.all()]]);
    await board.showRecord();
    await stores.reports.put("record", "today", JSON.stringify({ modelVersion: "1", curve: [] }));
    await board.showRecord();
    expect([...since()]).toEqual([["record", { modelVersion: "1", curve: [] }]]);
  });
});
