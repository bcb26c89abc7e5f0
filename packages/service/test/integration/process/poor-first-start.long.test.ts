import { expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { eventually } from "../../support/service-process.js";
import { type DatabaseState, readRunningState } from "./database-state.js";
import { type LiveOptions, liveService } from "./live-service.js";

const FIRST_START_MS = 150_000;

/** Coin Metrics refuses every metric, and CoinGecko alone says that Bitcoin is nearly all of the market. */
const WITHOUT_COIN_METRICS: LiveOptions = {
  empty: true,
  faults(faults) {
    faults.set("coin-metrics", "403-forbidden-metric");
    faults.set("coingecko", "10x-spike", { path: "/api/v3/global", factor: 1.7 });
  },
};
const WITHOUT_ITS_PRICES: LiveOptions = {
  empty: true,
  faults: (faults) => faults.set("coin-metrics", "refused-metric", { key: "PriceUSD" }),
};

const COMPARED_DAYS = 4000;

/** Of the scores of the same days. */
function meanDifference(one: DatabaseState["history"], other: DatabaseState["history"]): number {
  const scores = new Map(one.slice(-COMPARED_DAYS).map((row) => [row["day"], Number(row["score"])]));
  const apart = other.flatMap((row) => {
    const score = scores.get(row["day"]);
    return score === undefined ? [] : [Math.abs(score - Number(row["score"]))];
  });
  expect(apart.length).toBe(COMPARED_DAYS);
  return apart.reduce((sum, each) => sum + each, 0) / apart.length;
}

async function score(options: LiveOptions) {
  const { origin, folder, end } = await liveService(options);
  onTestFinished(end);
  const get = (path: string) => ask(origin + path, { from: freshClient() });
  await eventually("a score", async () => (await get("/readyz")).status === 200 || undefined, FIRST_START_MS);
  const told = async (path: string) => JSON.parse((await get(path)).text);
  return {
    history: readRunningState(folder).history,
    current: await told("/api/public/nhci"),
    meta: await told("/api/public/nhci/meta"),
  };
}

test("with Coin Metrics refusing all or its prices, and one source lying about dominance, the scores of a first start are the same", async () => {
  const [whole, lied, honest] = await Promise.all([
    score({ empty: true }),
    score(WITHOUT_COIN_METRICS),
    score(WITHOUT_ITS_PRICES),
  ]);
  for (const other of [lied, honest]) expect(meanDifference(whole.history, other.history)).toBeLessThan(1);
  expect(Math.abs(lied.current.btc.score - whole.current.btc.score)).toBeLessThan(1);
  // The other coins' past is shorter without Coin Metrics, and with it that of their basket.
  expect(Math.abs(lied.current.crypto.score - honest.current.crypto.score)).toBeLessThan(1);
  expect(lied.meta.market).toMatchObject({
    btc_price_usd: { single_source: false },
    btc_dominance_pct: { source: "coinpaprika", single_source: false },
    fear_greed: { source: "alternative-me", single_source: true },
  });
}, 180_000);
