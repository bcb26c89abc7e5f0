import { describe, expect, test } from "vitest";
import { signedIn } from "../../../src/chain/proof.js";
import { readStatement } from "../../../src/chain/statement.js";
import { PUBLIC_DAYS } from "../../../src/domain/history.js";
import { addDays, HOUR_MS, type Instant, plus, utcDay } from "../../../src/domain/instant.js";
import type { HistoryContext, PublicExtras } from "../../../src/operations/ports.js";
import { publicDataLoader, readProof } from "../../../src/operations/public-data-loader.js";
import type { Stores } from "../../../src/operations/store-ports.js";
import { closedDay, closedDays, historyRow, hourlyScore } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { signStored } from "../../support/history-check.js";
import { CALM, SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

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
  const board = publicDataLoader({ clock: { now: () => NOW }, stores, extras });
  const since = () => new Map(shown.splice(0));
  const historyContext = async () => {
    await board.showScores();
    return since().get("historyContext") as HistoryContext;
  };
  return { stores, board, since, historyContext };
}

describe("the public data loader", () => {
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
    const { stores, historyContext } = await harness();
    const rows = Array.from({ length: 40 }, (_, i) =>
      historyRow(i, { day: addDays(utcDay("2026-11-21"), i - 39), phase: i < 33 ? "BULL" : "HOT" }),
    );
    await stores.days.append([], rows);
    await stores.scores.add(hourlyScore({ hour: SCORED_AT, computedAt: SCORED_AT }));
    await stores.installation.put("minute", "7");
    const shown = await historyContext();
    expect(shown.rows).toEqual(rows.slice(9));
    expect(shown.phaseSince).toBe(utcDay("2026-11-15"));
    expect(shown.minute).toBe(7);
    expect(shown.served).toMatchObject([{ day: utcDay("2026-11-21"), scoredHours: 1, row: { origin: "backfill" } }]);
  });

  test("counts the phase from the first row of all when there never was another one", async () => {
    const { stores, historyContext } = await harness();
    await stores.days.append([], [historyRow(0), historyRow(1)]);
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
    const { stores, historyContext } = await harness();
    const at = (hours: number, phase: "BULL" | "HOT" | "PEAK") => {
      const hour = plus(SCORED_AT, hours * HOUR_MS);
      return hourlyScore({ hour, computedAt: hour, btc: { ...hourlyScore().btc, phase } });
    };
    for (const score of [at(-9, "HOT"), at(-8, "BULL"), at(-7, "HOT"), at(1, "PEAK")]) await stores.scores.add(score);
    await stores.days.append([], [historyRow(0, { phase: "BULL" })]);
    expect((await historyContext()).turned).toEqual({ phase: "HOT", since: utcDay("2026-11-21") });
    await stores.days.append([], [historyRow(1, { phase: "HOT" })]);
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
    expect([...since()]).toEqual([
      ["record", record],
      ["announcements", expect.any(Array)],
    ]);
  });
});

const signer = testSigner();

async function sign(stores: Stores): Promise<void> {
  await signStored({ clock: fakeClock("2026-11-21T06:00:04Z"), stores, signer });
}

test("there is no proof before something is signed", async () => {
  const stores = await tempSqliteStores();
  expect(await readProof(stores.chain)).toBeUndefined();
  await stores.days.append(closedDays(0, 3), []);
  expect(await readProof(stores.chain)).toBeUndefined();
});

test("a proof has the newest links and the leaves of all of them, up to what is signed", async () => {
  const stores = await tempSqliteStores();
  const { chain, days } = stores;
  await days.append(closedDays(0, 40), []);
  await sign(stores);
  const signed = await chain.newestLink();
  await days.append([closedDay(40)], [historyRow(41)]); // closed, and not yet signed
  const { proof, leaves, keys } = (await readProof(chain))!;
  expect(proof.links).toHaveLength(PUBLIC_DAYS);
  expect(proof.links.map(({ entry }) => entry)).toEqual((await chain.links(10, 39)).map(({ entry }) => entry));
  expect(proof.previous).toBe((await chain.links(9, 9))[0]?.hash);
  expect(proof.head).toMatchObject({ position: signed?.position, hash: signed?.hash });
  expect(leaves).toMatch(/^([0-9a-f]{64}\n){40}$/);
  expect(leaves).toBe((await chain.links(0, 39)).map(({ leaf }) => `${leaf}\n`).join(""));
  const statement = await chain.newestStatement();
  expect(signedIn(proof)).toEqual({ text: statement?.text, keyId: statement?.keyId, signature: statement?.signature });
  expect(keys).toEqual(await chain.keys());
});

test("without the link of the statement there is no proof", async () => {
  const stores = await tempSqliteStores();
  await stores.days.append(closedDays(0, 2), []);
  await sign(stores);
  expect(await readProof({ ...stores.chain, links: async () => [] })).toBeUndefined();
});

test("a young chain is shown whole", async () => {
  const stores = await tempSqliteStores();
  await stores.days.append(closedDays(0, 2), []);
  await sign(stores);
  expect((await readProof(stores.chain))?.proof.links.map(({ position }) => position)).toEqual([0, 1]);
});

test("a proof is of one moment while another process closes and signs days", async () => {
  const stores = await tempSqliteStores();
  await stores.days.append(closedDays(0, 35), []);
  await sign(stores);
  let count = 35;
  /** Between any two reads a day more is closed and signed. */
  const busy = Object.fromEntries(
    Object.entries(stores.chain).map(([name, read]) => [
      name,
      async (...given: readonly unknown[]) => {
        const result: unknown = await (read as (...all: readonly unknown[]) => Promise<unknown>)(...given);
        await stores.days.append([closedDay(count)], [historyRow(++count)]);
        await sign(stores);
        return result;
      },
    ]),
  ) as unknown as Stores["chain"];
  const { proof, leaves } = (await readProof(busy))!;
  expect([proof.head.position, readStatement(proof.statement)?.position]).toEqual([34, 34]);
  expect(proof.links.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_, i) => i + 5));
  expect(leaves.length).toBe(35 * 65);
  expect(count).toBe(39);
});
