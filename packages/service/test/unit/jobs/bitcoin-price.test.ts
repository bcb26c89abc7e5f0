import { type Instant, MINUTE_MS, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { PriceMetric } from "../../../src/domain/observation.js";
import { observationsBetween } from "../../../src/storage/observations.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "../../support/young-installation.js";

const START = "2013-01-04T10:00:00Z";
const never = new AbortController().signal;
const BTC: PriceMetric = "btc-price";

/** Each source's current price; a source without a number fails. */
type Said = Partial<Record<"kraken" | "bitstamp" | "binance" | "coingecko", number>>;

const ALL_100: Said = { kraken: 100, bitstamp: 100, binance: 100, coingecko: 100 };

/** An installation whose sources report what the test sets, after a score at which all reported 100. */
async function afterScore(wait?: (name: string) => Promise<unknown>) {
  const says: { now: Said } = { now: ALL_100 };
  let at = () => Date.parse(START);
  const sources = Object.keys(ALL_100).map((name) => {
    const answer = () => {
      const value = says.now[name as keyof Said];
      return value === undefined
        ? new SourceError(name, "unreachable", "no answer")
        : [observation(BTC, name, at(), value)];
    };
    const source = fakeSource(name, answer, () => wait?.(name) ?? Promise.resolve());
    return name === "coingecko" ? { ...source, spacingFactor: 10 } : source;
  });
  const installation = await youngInstallation(utcDay("2010-07-18"), START, sources);
  const { clock, published, db, newTerm, log } = installation;
  at = () => clock.now();
  const { price } = newTerm();
  await price.askAll(never);
  const asked = () => Object.fromEntries(sources.map(({ name, asked: requests }) => [name, requests.length]));
  const shown = () => published.now.get().market.btcPrice;
  /** Polls after some time, and returns the shown price. */
  const poll = async (said: Said, afterMs = MINUTE_MS, by = price) => {
    says.now = said;
    await clock.advance(afterMs);
    await by.poll(never);
    return shown()?.value;
  };
  const stored = async () => {
    const rows = await observationsBetween(db, BTC, 0 as Instant, (at() + 1) as Instant);
    return rows.map(({ value }) => value);
  };
  const warnings = () => log.lines.filter(({ level }) => level === "warn");
  return { ...installation, price, poll, asked, shown, stored, says, warnings };
}

describe("the live price between two scores", () => {
  test("is the first source's, queried alone, while it agrees with the last confirmed price", async () => {
    const { poll, asked } = await afterScore();
    expect(await poll({ ...ALL_100, kraken: 100.9 })).toBe(100.9);
    expect(asked()).toEqual({ kraken: 2, bitstamp: 1, binance: 1, coingecko: 1 });
  });

  test("is the next source's while the first one is silent", async () => {
    const { poll, shown } = await afterScore();
    expect(await poll({ bitstamp: 100.2 })).toBe(100.2);
    expect(shown()?.source).toBe("bitstamp");
  });

  test("is decided by all sources once the first one differs by more than a percent", async () => {
    const { poll, asked } = await afterScore();
    expect(await poll({ kraken: 103, bitstamp: 103, binance: 103.1, coingecko: 103 })).toBe(103);
    expect(asked()).toEqual({ kraken: 2, bitstamp: 2, binance: 2, coingecko: 1 });
  });

  test("falls by 45 % if the exchanges agree", async () => {
    const { poll } = await afterScore();
    expect(await poll({ kraken: 55, bitstamp: 55.2, binance: 55.1, coingecko: 100 })).toBe(55);
  });

  test("stays while two of four disagree, which is logged once", async () => {
    const { poll, warnings } = await afterScore();
    const tie = { kraken: 70, bitstamp: 70, binance: 100, coingecko: 100 };
    expect(await poll(tie)).toBe(100);
    expect(await poll(tie)).toBe(100);
    expect(warnings().filter(({ sentence }) => sentence === "figure not believed")).toHaveLength(1);
    expect(warnings()[0]?.facts["reason"]).toContain("kraken 70, bitstamp 70, binance 100, coingecko 100");
  });

  test("never follows a source that adds to our own last price step by step", async () => {
    const { poll } = await afterScore();
    let shown = 100;
    for (let step = 0; step < 20; step++) {
      const right = 100 + step / 1000; // a price that does not change would be a stuck feed
      shown = (await poll({ bitstamp: shown * 1.0095, binance: right, coingecko: right })) ?? 0;
      expect(shown).toBeLessThanOrEqual(101.1);
    }
  });

  test("of a single source is shown up to a fifth from the last confirmed one, but not stored", async () => {
    const { poll, stored } = await afterScore();
    expect(await poll({ kraken: 115 }, 11 * MINUTE_MS)).toBe(115);
    expect(await poll({ kraken: 125 }, 11 * MINUTE_MS)).toBe(115);
    expect(await stored()).toEqual([100]);
  });

  test("is compared with the price confirmed before a restart", async () => {
    const { poll, newTerm } = await afterScore();
    await poll({ kraken: 103, bitstamp: 103, binance: 103, coingecko: 103 });
    await poll({ kraken: 105 }); // within 5 %: believed, yet no yardstick
    const { price } = newTerm();
    expect(await poll({ kraken: 109 }, MINUTE_MS, price)).toBe(109);
    expect(await poll({ kraken: 124 }, MINUTE_MS, price)).toBe(109); // a fifth above 103, not above 105
  });

  test("is stored once in ten minutes", async () => {
    const { poll, stored } = await afterScore();
    await poll({ ...ALL_100, kraken: 100.1 });
    await poll({ ...ALL_100, kraken: 100.2 }, 10 * MINUTE_MS);
    expect(await stored()).toEqual([100, 100.2]);
  });
});

describe("the price of a score", () => {
  test("waits for the slower sources: two that agree early do not decide", async () => {
    const slow = Promise.withResolvers<void>();
    let isSlow = false;
    const wait = async (name: string) => {
      if (isSlow && (name === "binance" || name === "kraken")) await slow.promise;
    };
    const { price, says, clock } = await afterScore(wait);
    isSlow = true;
    says.now = { kraken: 100.1, bitstamp: 70, binance: 100.1, coingecko: 70 };
    await clock.advance(10 * MINUTE_MS);
    const asking = price.askAll(never);
    await new Promise((settled) => setTimeout(settled, 20));
    slow.resolve();
    expect((await asking).belief).toMatchObject({ kind: "unsure", doubt: { why: "tie" } });
  });

  test("also queries a source with low limits, even if it was queried recently", async () => {
    const { price, asked, clock } = await afterScore();
    await clock.advance(MINUTE_MS);
    await price.askAll(never);
    expect(asked()["coingecko"]).toBe(2);
  });
});

test("between two scores a source with low limits is queried every ten minutes; its last quote counts", async () => {
  const { poll, asked } = await afterScore();
  const twoAgainstTwo = { kraken: 70, bitstamp: 70, binance: 100 };
  expect(await poll(twoAgainstTwo, 9 * MINUTE_MS)).toBe(100);
  expect(asked()["coingecko"]).toBe(1);
  expect(await poll(twoAgainstTwo)).toBe(70);
  expect(asked()["coingecko"]).toBe(2);
});

describe("a ticker without a time", () => {
  test("is as old as a second source's last agreement, if that was a moment ago", async () => {
    const { poll, shown, clock } = await afterScore();
    const confirmedAt = clock.now();
    await poll({ ...ALL_100, kraken: 100.1 });
    expect(shown()).toMatchObject({ value: 100.1, observedAt: confirmedAt, fetchedAt: clock.now() });
  });

  test("is compared with a second source every two minutes", async () => {
    const { poll, shown, asked, clock } = await afterScore();
    await poll({ ...ALL_100, kraken: 100.1 }, 2 * MINUTE_MS);
    expect(shown()).toMatchObject({ value: 100.1, observedAt: clock.now() });
    expect(asked()).toMatchObject({ kraken: 2, bitstamp: 2, binance: 1 });
  });

  test("that does not change and is not confirmed is kept, but ages", async () => {
    const { poll, shown, clock } = await afterScore();
    const confirmedAt = clock.now();
    await poll({ kraken: 100 }, 4 * MINUTE_MS);
    expect(shown()).toMatchObject({ value: 100, observedAt: confirmedAt });
  });

  test("that changes while no other source responds is current", async () => {
    const { poll, shown, clock } = await afterScore();
    await poll({ kraken: 100.2 }, 4 * MINUTE_MS);
    expect(shown()).toMatchObject({ value: 100.2, observedAt: clock.now() });
  });

  test("that is stuck for ten minutes while another source moves does not count, and is logged", async () => {
    const { poll, warnings } = await afterScore();
    for (const bitstamp of [100.2, 100.4, 100.6]) await poll({ kraken: 100, bitstamp }, 4 * MINUTE_MS);
    expect(await poll({ kraken: 100, bitstamp: 102 }, 4 * MINUTE_MS)).toBe(102);
    expect(warnings().at(-1)).toMatchObject({
      sentence: "sources contradicted",
      facts: { metric: BTC, refused: [{ source: "kraken", value: 100 }], believed: { source: "bitstamp", value: 102 } },
    });
  });
});
