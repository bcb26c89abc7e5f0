import { HOUR_MS, type Instant, MINUTE_MS, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { Coin, PriceMetric } from "../../../src/domain/observation.js";
import { tetherNow, tetherRates } from "../../../src/jobs/tether.js";
import { addObservations, newestObservation } from "../../../src/storage/observations.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "../../support/young-installation.js";

const NOON = "2013-01-04T12:00:00Z";
const never = new AbortController().signal;

/** Each source's figure for each coin; a source without any figure fails. */
type Said = Partial<Record<string, Partial<Record<Coin, number>>>>;

const HAVING: Readonly<Record<string, readonly Coin[]>> = {
  kraken: ["usdt", "eth"],
  bitstamp: ["eth"],
  binance: ["eth", "bnb"],
  coingecko: ["usdt", "eth", "bnb"],
};

/** Hourly rounds, each with the sources' figures. */
async function afterRounds(...rounds: readonly Said[]) {
  let said: Said = {};
  let at = () => Date.parse(NOON);
  const sources = Object.entries(HAVING).map(([name, coins]) => {
    const source = fakeSource(name, (request) => {
      if (request.kind !== "prices") return undefined;
      const figures = request.coins.flatMap((coin) => {
        const value = said[name]?.[coin];
        return value === undefined ? [] : [observation(`${coin}-price`, name, at(), value)];
      });
      return figures.length > 0 ? figures : new SourceError(name, "unreachable", "no answer");
    });
    return { ...source, coins: ["btc", ...coins] as const };
  });
  const installation = await youngInstallation(utcDay("2010-07-18"), NOON, sources);
  const { newTerm, clock, db, log, published } = installation;
  at = () => clock.now();
  for (said of rounds) {
    await newTerm().coins.collect(never);
    await clock.advance(HOUR_MS);
  }
  const newest = async (metric: PriceMetric) => {
    const stored = await newestObservation(db, metric, clock.now());
    return stored && { ...stored, isOfLastRound: clock.now() - stored.observedAt <= HOUR_MS };
  };
  const reasons = () => log.lines.flatMap(({ facts }) => facts["reason"] ?? []);
  return { ...installation, newest, rate: () => tetherNow(clock, db, published), reasons };
}

const DOLLAR: Said = { kraken: { usdt: 1 }, coingecko: { usdt: 1.0001 } };

describe("a major's live price", () => {
  test("is requested from all sources, and one that contradicts the others does not count", async () => {
    const said = {
      kraken: { eth: 4000, usdt: 1 },
      bitstamp: { eth: 4 },
      binance: { eth: 4.01 },
      coingecko: { eth: 4 },
    };
    const { newest, log } = await afterRounds(said);
    expect(await newest("eth-price")).toMatchObject({ source: "bitstamp", value: 4 });
    const contradicted = log.lines.find(({ sentence }) => sentence === "sources contradicted");
    expect(contradicted?.facts).toMatchObject({ metric: "eth-price", refused: [{ source: "kraken", value: 4000 }] });
  });

  test("is compared with the last confirmed one, not with a refused or lone one", async () => {
    const right = { bitstamp: { eth: 4 }, coingecko: { eth: 4 } };
    const { newest } = await afterRounds(right, { bitstamp: { eth: 4.4 } }, { bitstamp: { eth: 4.8 } });
    expect(await newest("eth-price")).toMatchObject({ value: 4.4, isOfLastRound: false });
  });
});

describe("tether", () => {
  test("is 0.90 if two sources say so", async () => {
    const { rate } = await afterRounds({ kraken: { usdt: 0.9 }, coingecko: { usdt: 0.901 } });
    expect(await rate()).toBe(0.9);
  });

  test("is a dollar if only one of two sources differs, which is logged", async () => {
    const { rate, reasons } = await afterRounds(DOLLAR, { kraken: { usdt: 0.9 }, coingecko: { usdt: 1.0002 } });
    expect(await rate()).toBe(1.0002);
    expect(reasons()).toEqual([
      "no majority of the sources agrees on the price of tether: kraken 0.9, coingecko 1.0002; the last one was 1",
    ]);
  });

  test("at 0.90 from the only source that responds is not used, and prices in tether do not count", async () => {
    const { rate } = await afterRounds(DOLLAR, { kraken: { usdt: 0.9 } });
    expect(await rate()).toBeUndefined();
  });

  test("is the one stored in the last day while no source responds", async () => {
    const { rate, clock } = await afterRounds(DOLLAR, {});
    expect(await rate()).toBe(1);
    await clock.advance(24 * HOUR_MS);
    expect(await rate()).toBeUndefined();
  });
});

describe("the rate that a close in tether is converted with", () => {
  const MIDNIGHT = Date.parse("2013-01-04T00:00:00Z") as Instant;
  const days = { from: utcDay("2013-01-03"), to: utcDay("2013-01-03") };

  /** The rate at midnight, known at noon, after prices of tether at these hours, and of Bitcoin while it ran. */
  async function rateAtMidnight(tether: Readonly<Record<number, number>>, ranAt: readonly number[] = []) {
    const { clock, db } = await youngInstallation(utcDay("2010-07-18"), NOON, []);
    const at = (hour: number) => MIDNIGHT + hour * HOUR_MS + 7 * MINUTE_MS;
    await addObservations(db, [
      ...Object.entries(tether).map(([hour, usd]) => observation("usdt-price", "kraken", at(Number(hour)), usd)),
      ...ranAt.map((hour) => observation("btc-price", "kraken", at(hour), 100)),
    ]);
    return (await tetherRates(clock, db, days))(MIDNIGHT);
  }

  test.each<[string, Record<number, number>, number[], number | undefined]>([
    ["is the one stored nearest to it", { [-1]: 0.91, 0: 0.9, 1: 0.95 }, [0], 0.9],
    ["is a dollar where nothing is stored", {}, [0], 1],
    ["is a dollar before the first that is stored", { 9: 0.97 }, [9], 1],
    ["is unknown if tether was not believed then, while the service ran", { [-5]: 1, 5: 1 }, [-1, 0, 1], undefined],
    ["is the rate before and after an outage if these agree", { [-5]: 1, 5: 1.001 }, [-5, 5], 1],
    ["is unknown if tether moved during an outage", { [-5]: 1, 5: 0.9 }, [-5, 5], undefined],
  ])("%s", async (_what, tether, ranAt, expected) => {
    expect(await rateAtMidnight(tether, ranAt)).toBe(expected);
  });
});
