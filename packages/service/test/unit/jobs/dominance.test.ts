import { HOUR_MS, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { LedgerHistory } from "../../../src/ledger/ledger-history.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "../../support/young-installation.js";

const NOON = "2026-11-21T12:00:00Z";
const never = new AbortController().signal;

/** Each source's figure in one hourly round; a source without a figure fails. */
interface Round {
  readonly coingecko?: number;
  readonly coinpaprika?: number;
}

/** What is believed in each of several hourly rounds, each in a new term. No day is closed yet. */
async function believed(...rounds: readonly Round[]) {
  let round: Round = {};
  let at = () => Date.parse(NOON);
  const sources = (["coingecko", "coinpaprika"] as const).map((name) =>
    fakeSource(name, () => {
      const percent = round[name];
      if (percent === undefined) return new SourceError(name, "unreachable", "no answer");
      return [observation("dominance", name, at(), percent)];
    }),
  );
  const { newTerm, clock, log, db } = await youngInstallation(utcDay("2010-07-18"), NOON, sources);
  at = () => clock.now();
  const values: (string | undefined)[] = [];
  for (round of rounds) {
    const figure = await newTerm(new LedgerHistory(db)).dominance.collect(never);
    values.push(figure && `${figure.source} ${figure.value}`);
    await clock.advance(HOUR_MS);
  }
  return { values, warnings: log.lines.filter(({ sentence }) => /believed$|contradicted/.test(sentence)) };
}

const AGREED = { coingecko: 57, coinpaprika: 58.5 };

describe("Bitcoin's dominance", () => {
  test("is the first source's while the second one agrees", async () => {
    expect((await believed(AGREED, { coingecko: 58, coinpaprika: 59 })).values).toEqual([
      "coingecko 57",
      "coingecko 58",
    ]);
  });

  test("may jump if both sources agree", async () => {
    const { values } = await believed(AGREED, { coingecko: 45, coinpaprika: 46.5 });
    expect(values).toEqual(["coingecko 57", "coingecko 45"]);
  });

  test("is the second source's, at the level of the first, while the first has moved away from it", async () => {
    const { values, warnings } = await believed(AGREED, { coingecko: 80, coinpaprika: 58.6 }, AGREED);
    expect(values).toEqual(["coingecko 57", "coinpaprika 57.1", "coingecko 57"]);
    expect(warnings[0]?.facts["refused"]).toEqual([{ source: "coingecko", value: 80 }]);
  });

  test("stays at its old level after the first source has drifted away point by point", async () => {
    const calm = Array.from({ length: 12 }, () => AGREED);
    const drifting = Array.from({ length: 12 }, (_, hour) => {
      return { coingecko: 57 - hour, coinpaprika: 58.5 + hour / 100 };
    });
    const { values } = await believed(...calm, ...drifting);
    const [source, value] = values.at(-1)?.split(" ") ?? [];
    expect(source).toBe("coinpaprika");
    expect(Math.abs(Number(value) - 57)).toBeLessThan(0.5);
  });

  test("is not believed while both have moved far and apart, and that is logged once", async () => {
    const apart = { coingecko: 80, coinpaprika: 40 };
    const { values, warnings } = await believed(AGREED, apart, apart);
    expect(values).toEqual(["coingecko 57", undefined, undefined]);
    expect(warnings).toHaveLength(1);
  });

  test("is the second source's, shifted to the level of the first, after three hours of silence", async () => {
    const alone = { coinpaprika: 58.75 };
    const { values } = await believed(AGREED, alone, alone, alone, alone);
    expect(values).toEqual(["coingecko 57", undefined, undefined, "coinpaprika 57.25", "coinpaprika 57.25"]);
  });

  test("of a single source is not believed if it jumped", async () => {
    expect((await believed(AGREED, { coingecko: 30 })).values).toEqual(["coingecko 57", undefined]);
  });
});

describe("a first dominance", () => {
  test.each([
    ["is the first source's if the second agrees", AGREED, "coingecko 57"],
    ["is not 99 from the first source alone", { coingecko: 99, coinpaprika: 57 }, "coinpaprika 57"],
    ["is not 7 from the first source alone", { coingecko: 7, coinpaprika: 57 }, "coinpaprika 57"],
    ["is not 99 from the second source alone", { coingecko: 57, coinpaprika: 99 }, "coingecko 57"],
    ["may come from a single source with a plausible value", { coinpaprika: 57 }, "coinpaprika 57"],
    ["waits if one source has an impossible value and the other none", { coingecko: 99 }, undefined],
    ["waits if both are plausible but differ", { coingecko: 57, coinpaprika: 70 }, undefined],
  ])("%s", async (_what, round, expected) => {
    expect((await believed(round)).values).toEqual([expected]);
  });
});
