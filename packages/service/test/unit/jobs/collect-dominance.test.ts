import { HOUR_MS, type Instant, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { collectDominance } from "../../../src/jobs/collect-dominance.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "./young-installation.js";

const NOON = "2026-11-21T12:00:00Z";
const at = Date.parse(NOON);
const never = new AbortController().signal;

const source = (name: string, percent: number) => fakeSource(name, () => [observation("dominance", name, at, percent)]);

/** What is kept of what the sources say; `undefined`: the source says nothing. */
async function collected(last: number | undefined, coingecko: number | undefined, coinpaprika?: number) {
  const sources = [
    ...(coingecko === undefined ? [] : [source("coingecko", coingecko)]),
    ...(coinpaprika === undefined ? [] : [source("coinpaprika", coinpaprika)]),
  ];
  const { context, log, upstreams, published } = await youngInstallation(utcDay("2010-07-18"), NOON, sources);
  const observedAt = (at - HOUR_MS) as Instant;
  if (last !== undefined) {
    published.show({
      market: { btcDominance: { value: last, source: "coingecko", observedAt, fetchedAt: observedAt } },
    });
  }
  const kept = await collectDominance(context, upstreams, never);
  const refused = log.lines.flatMap(({ sentence }) => (sentence === "dominance refused" ? ["dominance"] : []));
  return { kept: kept?.value, refused };
}

test("a dominance close to the last is kept", async () => {
  expect(await collected(57, 58)).toEqual({ kept: 58, refused: [] });
});

test("a dominance that jumped is kept if the second source confirms it, else refused and logged", async () => {
  expect(await collected(57, 45, 46)).toEqual({ kept: 45, refused: [] });
  expect(await collected(57, 30)).toEqual({ kept: undefined, refused: ["dominance"] });
  expect(await collected(57, 45, 57)).toEqual({ kept: undefined, refused: ["dominance"] });
});

describe("a first dominance", () => {
  test.each([
    ["is the first source's when the second agrees", 57, 58.5, 57],
    ["is not 99 of the first source alone", 99, 57, 57],
    ["is not 7 of the first source alone", 7, 57, 57],
    ["is not 99 of the second source alone", 57, 99, 57],
    ["may come from one source alone that can be right", undefined, 57, 57],
  ])("%s", async (_what, coingecko, coinpaprika, kept) => {
    expect(await collected(undefined, coingecko, coinpaprika)).toEqual({ kept, refused: [] });
  });

  test.each([
    ["one source says what cannot be, and the other nothing", 99, undefined],
    ["both could be right and differ", 57, 70],
  ])("is waited for when %s", async (_what, coingecko, coinpaprika) => {
    expect(await collected(undefined, coingecko, coinpaprika)).toEqual({ kept: undefined, refused: ["dominance"] });
  });
});
