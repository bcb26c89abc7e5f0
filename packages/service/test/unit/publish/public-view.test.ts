import { HOUR_MS, hourOf, type Instant, MINUTE_MS, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HourlyScore, MarketPart, Quote, Snapshot } from "../../../src/domain/snapshot.js";
import { publicView } from "../../../src/publish/public-view.js";
import { hourlyScore, quote } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOW = "2026-11-20T10:06:00Z";
const AT = Date.parse(NOW) as Instant;

const sound = hourlyScore();

/** What a process shows that starts on a database with these scores and figures. */
async function restored(scores: readonly HourlyScore[], figures: Partial<Record<MarketPart, Partial<Quote>>> = {}) {
  const stores = await tempSqliteStores();
  for (const score of scores) await stores.scores.add(score);
  const market: Record<MarketPart, Quote> = {
    btcPrice: quote(91_000, { observedAt: AT, ...figures.btcPrice }),
    btcDominance: quote(57, { observedAt: AT, ...figures.btcDominance }),
    fearGreed: quote(50, { observedAt: AT, ...figures.fearGreed }),
  };
  for (const [part, figure] of Object.entries(market)) await stores.market.put(part as MarketPart, figure);
  const shown: Snapshot[] = [];
  const sink = { showSnapshot: (snapshot: Snapshot) => void shown.push(snapshot), showHistory: () => {} };
  const view = publicView({ clock: fakeClock(NOW), stores, history: () => undefined, sink });
  await view.refreshSnapshot();
  return { view, shown };
}

/** A sound score, computed so long after now. */
function scoreIn(ms: number): HourlyScore {
  const computedAt = plus(AT, ms);
  return hourlyScore({ hour: hourOf(computedAt), computedAt });
}

describe("what is read back at a start", () => {
  test("is shown as it is stored when it can be true", async () => {
    const { shown } = await restored([sound]);
    expect(shown).toMatchObject([{ score: sound, market: { btcPrice: { value: 91_000 } } }]);
  });

  test.each<[string, Partial<HourlyScore>]>([
    ["a score over 100", { btc: { ...sound.btc, raw: 101.2, score: 101.2 } }],
    ["a score that is not its raw one", { btc: { ...sound.btc, score: 61.9 } }],
    ["a phase of another score", { btc: { ...sound.btc, phase: "FONDO" } }],
    ["a signal of another phase", { btc: { ...sound.btc, signal: "ACCUMULATE" } }],
    ["a crypto score below 0", { crypto: { raw: -1, score: -1, phase: "FONDO" } }],
    ["a coverage over 1", { coverage: 1.1 }],
    ["a price that no coin has", { btcPriceUsd: 1e12 }],
    ["a range that does not hold the score", { laterPlace: { low: 70, high: 80 } }],
    ["another hour than that of its computing", { hour: plus(sound.hour, -HOUR_MS) }],
  ])("is not shown when it has %s", async (_what, changes) => {
    expect((await restored([{ ...sound, ...changes }])).shown).toEqual([]);
  });

  test("of the future is passed over, so that the newest true score is shown and none looks fresh for years", async () => {
    for (const ms of [3 * MINUTE_MS, HOUR_MS, 20 * 365 * 24 * HOUR_MS]) {
      const ahead = scoreIn(ms);
      const others = ahead.hour === sound.hour ? [] : [sound];
      expect((await restored([ahead, ...others])).view.score).toEqual(others[0]);
    }
    expect((await restored([scoreIn(MINUTE_MS)])).view.score).toEqual(scoreIn(MINUTE_MS)); // as much may clocks differ
    const stampedNow = { ...scoreIn(9 * HOUR_MS), computedAt: sound.computedAt };
    expect((await restored([stampedNow, sound])).view.score).toEqual(sound);
  });

  test.each<[MarketPart, Partial<Quote>]>([
    ["btcPrice", { value: 1e12 }],
    ["btcPrice", { value: -1 }],
    ["btcDominance", { value: 101 }],
    ["fearGreed", { value: 101 }],
    ["btcPrice", { observedAt: plus(AT, 3 * MINUTE_MS) }],
    ["fearGreed", { observedAt: plus(AT, 48 * HOUR_MS) }],
  ])("is not shown with %s %o", async (part, changes) => {
    const { view, shown } = await restored([sound], { [part]: changes });
    expect([view.quote(part), shown]).toEqual([undefined, []]);
  });
});
