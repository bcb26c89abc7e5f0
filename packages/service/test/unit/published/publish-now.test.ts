import { HOUR_MS, MINUTE_MS, plus, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { publishNow, publishTurn, putFigure, putNow } from "../../../src/published/publish-now.js";
import { Published } from "../../../src/published/published.js";
import { historyRow, hourlyScore, quote } from "../../contract/storage/samples.js";
import { CALM, SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { showHistory } from "../../support/show-history.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOW = plus(SCORED_AT, MINUTE_MS);

describe("what is stored of now", () => {
  test("is passed over where it is of the future, or measures of another score", async () => {
    const [stores, published] = [await tempSqliteStores(), new Published()];
    await storePublishedPast(stores, CALM);
    const btcPrice = quote(91_000, { observedAt: plus(NOW, MINUTE_MS) });
    await stores.state.put("now", { measures: { mvrv: 1, thermo: 2, plaw: 3, ma200w: 4 }, market: { btcPrice } });
    await publishNow(stores, published, NOW);
    expect(published.now.get()).toMatchObject({ measures: {}, market: {} });
  });

  test("loses no figure when several come at the same time", async () => {
    const [stores, published] = [await tempSqliteStores(), new Published()];
    await Promise.all([
      putFigure(stores, published, "btcPrice", quote(1)),
      putFigure(stores, published, "btcDominance", quote(2)),
      putNow(stores, published, () => ({ minute: 7 })),
      putFigure(stores, published, "fearGreed", quote(3)),
    ]);
    const { market, minute } = published.now.get();
    expect([Object.keys(market), minute]).toEqual([["btcPrice", "btcDominance", "fearGreed"], 7]);
    expect(await stores.state.get("now")).toMatchObject({ market, minute });
  });

  test("is not shown when it is older or could not be stored, and the next one is", async () => {
    const [stores, published] = [await tempSqliteStores(), new Published()];
    const put = (value: number, ms = 0) =>
      putFigure(stores, published, "btcPrice", quote(value, { observedAt: plus(SCORED_AT, ms) }));
    const shown = () => published.now.get().market.btcPrice?.value;
    await put(1);
    await put(2, -1);
    const { put: store } = stores.state;
    Object.assign(stores.state, { put: () => Promise.reject(new Error("refused")) });
    await expect(put(3, 1)).rejects.toThrow("refused");
    expect(shown()).toBe(1);
    Object.assign(stores.state, { put: store });
    await put(4, 1);
    expect(shown()).toBe(4);
  });
});

test("it is told since when the scores are in a phase that no row has yet, without future scores", async () => {
  const [stores, published] = [await tempSqliteStores(), new Published()];
  const at = (hours: number, phase: "BULL" | "HOT" | "PEAK") => {
    const hour = plus(SCORED_AT, hours * HOUR_MS);
    return hourlyScore({ hour, computedAt: hour, btc: { ...hourlyScore().btc, phase } });
  };
  for (const score of [at(-9, "HOT"), at(-8, "BULL"), at(-7, "HOT"), at(1, "PEAK")]) await stores.scores.add(score);
  published.show({ score: at(-7, "HOT") });
  showHistory(published, { rows: [historyRow(0, { phase: "BULL" })] });
  await publishTurn(stores, published, NOW);
  expect(published.now.get().turned).toEqual({ phase: "HOT", since: utcDay("2026-11-21") });
  showHistory(published, { rows: [historyRow(1, { phase: "HOT" })] });
  await publishTurn(stores, published, NOW);
  expect(published.now.get().turned).toBeUndefined();
});
