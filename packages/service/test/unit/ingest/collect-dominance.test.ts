import { HOUR_MS, type Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { collectDominance } from "../../../src/ingest/collect-dominance.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeSource } from "../../support/fake-source.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";
import { observation } from "../../support/young-installation.js";

const NOON = "2026-11-21T12:00:00Z";
const never = new AbortController().signal;

/** What becomes of a first source's answer, the other source having none. */
async function collected(percent: number) {
  const clock = fakeClock(NOON);
  const stores = await tempSqliteStores();
  const refused: string[] = [];
  const sources = [fakeSource("coingecko", () => [observation("dominance", "coingecko", clock.now(), percent)])];
  const at = (clock.now() - HOUR_MS) as Instant;
  const last = { value: 57, source: "coingecko", observedAt: at, fetchedAt: at };
  const meters = { refused: (figure: string) => void refused.push(figure) };
  const kept = await collectDominance({ clock, log: quietLog(), stores, sources, meters }, last, never);
  return { kept: kept?.value, refused };
}

test("a dominance close to the last is kept", async () => {
  expect(await collected(58)).toEqual({ kept: 58, refused: [] });
});

test("one that has jumped without a second source is refused, and counted", async () => {
  expect(await collected(30)).toEqual({ kept: undefined, refused: ["dominance"] });
});

describe("a first dominance", () => {
  /** What is kept of what the sources say when nothing is known yet; `undefined`: the source says nothing. */
  async function first(coingecko: number | undefined, coinpaprika?: number) {
    const clock = fakeClock(NOON);
    const stores = await tempSqliteStores();
    const refused: string[] = [];
    const source = (name: string, percent: number | undefined) =>
      fakeSource(name, () => (percent === undefined ? [] : [observation("dominance", name, clock.now(), percent)]));
    const sources = [source("coingecko", coingecko), source("coinpaprika", coinpaprika)];
    const meters = { refused: (figure: string) => void refused.push(figure) };
    const deps = { clock, log: quietLog(), stores, sources, meters };
    return { kept: (await collectDominance(deps, undefined, never))?.value, refused, deps };
  }

  test("is the first source's when the second agrees", async () => {
    expect(await first(57, 58.5)).toMatchObject({ kept: 57, refused: [] });
  });

  test.each([
    ["99 of the first source", 99, 57, 57],
    ["7 of the first source", 7, 57, 57],
    ["99 of the second source", 57, 99, 57],
  ])("is not that of one source alone that cannot be: %s", async (_what, coingecko, coinpaprika, kept) => {
    expect(await first(coingecko, coinpaprika)).toMatchObject({ kept, refused: [] });
  });

  test.each([
    ["one source says what cannot be, and the other nothing", 99, undefined],
    ["both could be right and differ", 57, 70],
  ])("is waited for when %s", async (_what, coingecko, coinpaprika) => {
    expect(await first(coingecko, coinpaprika)).toMatchObject({ kept: undefined, refused: ["dominance"] });
  });

  test("may come from one source alone that can be right", async () => {
    expect(await first(undefined, 57)).toMatchObject({ kept: 57, refused: [] });
  });

  test("is compared with what is stored when nothing is shown", async () => {
    const { deps } = await first(57, 57);
    const sources = [fakeSource("coingecko", () => [observation("dominance", "coingecko", deps.clock.now(), 75)])];
    expect(await collectDominance({ ...deps, sources }, undefined, never)).toBeUndefined();
  });
});
