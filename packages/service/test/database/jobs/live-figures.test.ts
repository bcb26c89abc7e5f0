/** The hourly round with real servers: which sources it queries, and what it records about each input. */

import { describe, expect, test } from "vitest";
import type { InputState } from "../../../src/domain/input-state.js";
import type { Metric } from "../../../src/domain/observation.js";
import { GROWN_AT, grownLife, type SimulatedLife } from "../../support/simulated-life.js";

const ONE_HOUR_LATER = "2026-11-19T13:07:00Z";

function input(life: SimulatedLife, metric: Metric): InputState | undefined {
  return life.published.now.get().inputs.find((each) => each.metric === metric);
}

describe("an hourly round", () => {
  test("uses each figure from its first source, and all sources that have it agree", async () => {
    const life = await grownLife(GROWN_AT);
    life.moveTo(ONE_HOUR_LATER);
    await life.hour();
    const noted = life.published.now.get().inputs.map(({ metric, source, agreeing, enabled }) => {
      return `${metric} ${source} ${agreeing}/${enabled}`;
    });
    expect(noted).toEqual(
      expect.arrayContaining([
        "btc-price kraken 4/4",
        "fear-greed alternative-me 1/1",
        "usdt-price kraken 2/2",
        "dominance coingecko 2/2",
        "eth-price kraken 4/4",
        "bnb-price binance 2/2",
      ]),
    );
  });

  test("loses only one coin at one source if that source no longer lists its pair", async () => {
    const life = await grownLife(GROWN_AT);
    life.simulator.bends.add(
      ...(["sol", "usdt"] as const).map((coin) => ({ source: "kraken", figure: "live", coin, missing: true }) as const),
    );
    life.moveTo(ONE_HOUR_LATER);
    await life.hour();
    expect(input(life, "sol-price")).toMatchObject({ source: "bitstamp", agreeing: 3, enabled: 4, refused: [] });
    expect(input(life, "eth-price")).toMatchObject({ source: "kraken", agreeing: 4 });
    expect(input(life, "usdt-price")).toMatchObject({ source: "coingecko", unsure: undefined });
    expect(input(life, "bnb-price")).toMatchObject({ source: "binance", agreeing: 2 });
  });
});

test("a doubt survives a restart: it is not logged again, and its price is still not used", async () => {
  const life = await grownLife(GROWN_AT);
  const before = life.published.now.get().market.btcPrice;
  life.simulator.bends.add(
    ...["kraken", "bitstamp"].map((source) => ({ source, figure: "live", coin: "btc", factor: 0.7 }) as const),
  );
  life.moveTo(ONE_HOUR_LATER);
  await life.attempt("pollPrice", "hourlyScore");
  await life.restart();
  life.moveTo("2026-11-19T13:12:00Z");
  await life.attempt("pollPrice", "hourlyScore");
  expect(input(life, "btc-price")?.unsure).toMatchObject({ kind: "tie", since: Date.parse(ONE_HOUR_LATER) });
  expect(life.published.now.get().market.btcPrice).toEqual(before);
  expect(life.log.lines.filter(({ sentence }) => sentence === "figure not believed")).toHaveLength(1);
});
