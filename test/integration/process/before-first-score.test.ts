import { describe, expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { eventually, logOf } from "../../support/service-process.js";
import { type DatabaseState, readRunningState } from "./database-state.js";
import { type LiveOptions, liveService } from "./live-service.js";

const CURRENT = "/api/public/nhci";
const FIRST_START_MS = 90_000;
const HISTORY = "/api/public/nhci/history";

async function started(options: LiveOptions) {
  const service = await liveService(options);
  onTestFinished(() => service.end());
  return { ...service, get: (path: string) => ask(service.origin + path, { from: freshClient() }) };
}

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

describe("a service without a score", () => {
  test("with every source failing answers 503 with Retry-After on both endpoints and /readyz, and lives", async () => {
    const { get } = await started({ empty: true, cutOff: true });
    for (const path of [CURRENT, HISTORY, "/readyz"]) {
      const { status, headers, text } = await get(path);
      expect([path, status]).toEqual([path, 503]);
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["content-type"]).toBe("application/problem+json");
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(JSON.parse(text)).toMatchObject({ ok: false, status: 503 });
    }
    for (const path of ["/healthz", "/", "/attribution"]) expect((await get(path)).status).toBe(200);
  });

  test("shows the history it has, and no score out of nothing", async () => {
    const { get } = await started({ cutOff: true });
    expect((await get(HISTORY)).status).toBe(200);
    expect((await get(CURRENT)).status).toBe(503);
  });

  test("shows on the front page how far the first start is, becomes ready by itself, and logs JSON lines from first to last; with Coin Metrics refusing all or its prices, and one source lying about dominance, the scores are the same", async () => {
    const others = await Promise.all([started(WITHOUT_COIN_METRICS), started(WITHOUT_ITS_PRICES)]);
    const { get, process, folder } = await started({ empty: true });
    const shares: number[] = [];
    const score = async () => {
      const share = /<strong>(\d+)%<\/strong> <progress/.exec((await get("/")).text)?.[1];
      if (share !== undefined) shares.push(Number(share));
      return (await get("/readyz")).status === 200 || undefined;
    };
    await eventually("a score", score, FIRST_START_MS);
    expect(new Set(shares).size).toBeGreaterThan(3);
    expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
    const { text } = await get("/");
    expect(text).toContain('<section class="now"');
    expect(text).not.toContain("http-equiv");
    expect((await get(CURRENT)).status).toBe(200);
    expect(process.err).toEqual([]);
    const log = logOf(process);
    const logged = log.filter(({ msg }) => msg === "backfill");
    expect(logged.at(-1)).toMatchObject({ part: "history", share: 1, secondsLeft: 0 });
    expect(log.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["listening", "score computed"]));
    for (const { time, level } of log) {
      expect(new Date(time).toISOString()).toBe(time);
      expect(["info", "warn"]).toContain(level);
    }
    const past = readRunningState(folder);
    const scores = [JSON.parse((await get(CURRENT)).text)];
    for (const other of others) {
      await eventually("a score", async () => (await other.get("/readyz")).status === 200 || undefined, FIRST_START_MS);
      expect(meanDifference(past.history, readRunningState(other.folder).history)).toBeLessThan(1);
      scores.push(JSON.parse((await other.get(CURRENT)).text));
    }
    const [whole, lied, honest] = scores;
    expect(Math.abs(lied.btc.score - whole.btc.score)).toBeLessThan(1);
    // The other coins' past is shorter without Coin Metrics, and with it that of their basket.
    expect(Math.abs(lied.crypto.score - honest.crypto.score)).toBeLessThan(1);
    expect(JSON.parse((await others[0].get("/api/public/nhci/meta")).text).market).toMatchObject({
      btc_price_usd: { single_source: false },
      btc_dominance_pct: { source: "coinpaprika", single_source: false },
      fear_greed: { source: "alternative-me", single_source: true },
    });
  }, 180_000);
});
