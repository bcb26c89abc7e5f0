import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { confirmPrice, pollPrice } from "../../../src/ingest/poll-price.js";
import { publishFigure } from "../../../src/publish/publish-figure.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "../../support/young-installation.js";

const NOW = "2013-01-04T10:00:00Z";
const at = Date.parse(NOW);
const never = new AbortController().signal;

const quoting = (name: string, price: number) => fakeSource(name, () => [observation("btc-price", name, at, price)]);
const failing = (name: string) => fakeSource(name, () => new SourceError(name, "unreachable", "no answer"));

async function seen(last: number, thorough: boolean, ...sources: ReturnType<typeof fakeSource>[]) {
  const { deps } = await youngInstallation(utcDay("2010-07-18"), NOW, sources);
  await publishFigure(deps, "btcPrice", {
    value: last,
    source: "kraken",
    observedAt: at as never,
    fetchedAt: at as never,
  });
  const accepted = await (thorough ? confirmPrice : pollPrice)(deps, never);
  const shown = deps.published.market.get()?.btcPrice?.value;
  return { accepted, shown, asked: sources.map((each) => each.asked.length), deps };
}

describe("the live price", () => {
  test("a small move of the first source is taken without asking anybody else", async () => {
    const { accepted, asked } = await seen(100, false, quoting("kraken", 100.5), quoting("bitstamp", 100));
    expect(accepted?.value).toBe(100.5);
    expect(asked).toEqual([1, 0]);
  });

  test("the hourly request always asks a second source", async () => {
    const { accepted, asked } = await seen(
      100,
      true,
      quoting("kraken", 100.5),
      quoting("bitstamp", 100.4),
      quoting("binance", 1),
    );
    expect(accepted?.value).toBe(100.5);
    expect(asked).toEqual([1, 1, 0]);
  });

  test("a tenfold spike of one source is outvoted", async () => {
    const { accepted } = await seen(
      100,
      false,
      quoting("kraken", 1000),
      quoting("bitstamp", 101),
      quoting("binance", 101.2),
    );
    expect(accepted).toMatchObject({ value: 101, source: "bitstamp" });
  });

  test("a spike of the only source that answers is refused, and the last price stays", async () => {
    const { accepted, shown } = await seen(
      100,
      false,
      quoting("kraken", 1000),
      failing("bitstamp"),
      failing("binance"),
    );
    expect(accepted).toBeUndefined();
    expect(shown).toBe(100);
  });

  test("a real crash that two sources report is believed at once", async () => {
    const { accepted } = await seen(100, false, quoting("kraken", 65), quoting("bitstamp", 65.3));
    expect(accepted?.value).toBe(65);
  });

  test("when the first source is silent the next one gives the price", async () => {
    const { accepted } = await seen(100, false, failing("kraken"), quoting("bitstamp", 100.2));
    expect(accepted).toMatchObject({ value: 100.2, source: "bitstamp" });
  });

  test("one price in ten minutes is stored", async () => {
    const { deps } = await seen(100, false, quoting("kraken", 100.1));
    await pollPrice(deps, never);
    const stored = await deps.stores.observations.between("btc-price", 0 as never, (at + 1e9) as never);
    expect(stored).toHaveLength(0); // the price restored from before the restart already stands for these ten minutes
  });
});
