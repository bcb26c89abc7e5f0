import { type Instant, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { pollPrice } from "../../../src/jobs/poll-price.js";
import { putFigure } from "../../../src/published/publish-now.js";
import { observationsBetween } from "../../../src/storage/observations.js";
import { type FakeSource, fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "./young-installation.js";

const NOW = "2013-01-04T10:00:00Z";
const at = Date.parse(NOW);
const never = new AbortController().signal;

const quoting = (name: string, value: number) => fakeSource(name, () => [observation("btc-price", name, at, value)]);
const failing = (name: string) => fakeSource(name, () => new SourceError(name, "unreachable", "no answer"));

/** The price that was accepted `agoMs` before, of Kraken. */
async function seen(last: number, isThorough: boolean, sources: readonly FakeSource[], agoMs = 0) {
  const installation = await youngInstallation(utcDay("2010-07-18"), NOW, sources);
  const { context, upstreams, published } = installation;
  const observedAt = (at - agoMs) as Instant;
  const known = { value: last, source: "kraken", observedAt, fetchedAt: observedAt };
  await putFigure(installation.database, installation.published, "btcPrice", known);
  const isAccepted = await pollPrice(context, upstreams, never, isThorough);
  const shown = published.now.get().market.btcPrice;
  return { isAccepted, shown, asked: sources.map((each) => each.asked.length), ...installation };
}

describe("the live price", () => {
  test("a small move of the first source is taken without asking anybody else", async () => {
    const { shown, asked } = await seen(100, false, [quoting("kraken", 100.5), quoting("bitstamp", 100)]);
    expect(shown?.value).toBe(100.5);
    expect(asked).toEqual([1, 0]);
  });

  test("the hourly request always asks a second source", async () => {
    const sources = [quoting("kraken", 100.5), quoting("bitstamp", 100.4), quoting("binance", 1)];
    const { shown, asked } = await seen(100, true, sources);
    expect(shown?.value).toBe(100.5);
    expect(asked).toEqual([1, 1, 0]);
  });

  test("a spike of the only source that answers is refused, and the last price stays", async () => {
    const { isAccepted, shown } = await seen(100, false, [quoting("kraken", 1000), failing("bitstamp")]);
    expect(isAccepted).toBe(false);
    expect(shown?.value).toBe(100);
  });

  test("when the first source is silent the next one gives the price", async () => {
    const { shown } = await seen(100, false, [failing("kraken"), quoting("bitstamp", 100.2)]);
    expect(shown).toMatchObject({ value: 100.2, source: "bitstamp" });
  });

  test("the first price of ten minutes is stored", async () => {
    const { database } = await seen(100, false, [quoting("kraken", 100.1)], 60_000); // the last one is of 09:59
    const stored = await observationsBetween(database, "btc-price", 0 as Instant, (at + 1e9) as Instant);
    expect(stored).toMatchObject([{ value: 100.1, source: "kraken", fetchedAt: at }]);
  });

  test("a second price within ten minutes is not stored", async () => {
    const { context, upstreams, database } = await seen(100, false, [quoting("kraken", 100.1)]);
    await pollPrice(context, upstreams, never);
    const stored = await observationsBetween(database, "btc-price", 0 as Instant, (at + 1e9) as Instant);
    expect(stored).toHaveLength(0); // the price restored from before the restart already stands for these ten minutes
  });
});

describe("a ticker without a time of its own", () => {
  const minutes = (ms: number) => ms * 60_000;

  test("is as old as its last confirmation while that was a moment ago", async () => {
    const sources = [quoting("kraken", 100.1), quoting("bitstamp", 100)];
    const { shown, asked } = await seen(100, false, sources, minutes(1));
    expect(shown).toMatchObject({ value: 100.1, observedAt: at - minutes(1), fetchedAt: at });
    expect(asked).toEqual([1, 0]);
  });

  test("is confirmed by a second source once that was two minutes ago", async () => {
    const sources = [quoting("kraken", 100.1), quoting("bitstamp", 100)];
    const { shown, asked } = await seen(100, false, sources, minutes(2));
    expect(shown).toMatchObject({ value: 100.1, observedAt: at });
    expect(asked).toEqual([1, 1]);
  });

  test("that stands still while the others move gives way to them", async () => {
    const others = [quoting("bitstamp", 112), quoting("binance", 112.1)];
    const { shown } = await seen(100, false, [quoting("kraken", 100), ...others], minutes(2));
    expect(shown).toMatchObject({ value: 112, source: "bitstamp", observedAt: at });
  });

  test("that stands still gives way to a single source that moves", async () => {
    const sources = [quoting("kraken", 100), quoting("bitstamp", 112)];
    const { shown } = await seen(100, false, sources, minutes(2));
    expect(shown).toMatchObject({ value: 112, source: "bitstamp" });
  });

  test("that stands still and that nobody confirms is kept, and gets older", async () => {
    const sources = [quoting("kraken", 100), failing("bitstamp")];
    const { shown } = await seen(100, false, sources, minutes(4));
    expect(shown).toMatchObject({ value: 100, observedAt: at - minutes(4) });
  });

  test("that moves while nobody else answers is alive", async () => {
    const { shown } = await seen(100, false, [quoting("kraken", 100.2)], minutes(4));
    expect(shown).toMatchObject({ value: 100.2, observedAt: at });
  });
});
