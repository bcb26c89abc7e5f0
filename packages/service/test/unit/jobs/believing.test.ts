import fc from "fast-check";
import { DAY_MS, HOUR_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Metric } from "../../../src/domain/observation.js";
import {
  type Belief,
  believe,
  doubtSentence,
  type FigureInQuestion,
  type SourceAnswer,
} from "../../../src/jobs/believing.js";

const NAMES = ["kraken", "bitstamp", "binance", "coingecko", "brk"];

/** Sources in order; `undefined` is one that failed. */
function prices(...values: (number | undefined)[]): readonly SourceAnswer[] {
  return values.map((value, i) => ({ source: NAMES[i] ?? "", value }));
}

/** What is believed about prices, given a last one, in short: `confirmed 100`, `unsure tie`. */
function priced(values: (number | undefined)[], last?: number, figure: Partial<FigureInQuestion> = {}, ageMs = DAY_MS) {
  const yardstick = last === undefined ? undefined : { value: last, ageMs };
  return short(believe(prices(...values), yardstick, { metric: "btc-price", ...figure }));
}

function short(belief: Belief): string {
  if (belief.kind === "nothing") return "nothing";
  return `${belief.kind} ${belief.kind === "unsure" ? belief.doubt.why : Number(belief.value.toPrecision(8))}`;
}

function numberOf(belief: Belief): number | undefined {
  return "value" in belief ? belief.value : undefined;
}

type Case = [name: string, values: (number | undefined)[], last: number | undefined, outcome: string];

describe("a majority", () => {
  test.each<Case>([
    ["of two that agree is confirmed as the first of them", [100, 100.9], 100, "confirmed 100"],
    ["is confirmed after a fall of 45 %", [55, 55.1, 55.2, 54.9], 100, "confirmed 55"],
    ["is confirmed after a fall of 62 % in a day", [38, 38.1, 38.2, 38], 100, "confirmed 38"],
    ["is confirmed after a tenfold rise", [1000, 1001, 1002], 100, "confirmed 1000"],
    ["is confirmed when nothing earlier is known", [100, 100], undefined, "confirmed 100"],
    ["of three outvotes a first source that is 30 % down", [70, 100, 100.2, 99.9], 100, "confirmed 100"],
    ["of two outvotes a third source", [1000, 100, 100.5], 100, "confirmed 100"],
    ["of two outvotes a third source that repeats the last figure", [100, 55, 55.2], 100, "confirmed 55"],
    ["agrees although exchanges are 4 % apart in a crash", [55, 57, 56, 56.5], 100, "confirmed 55"],
    ["includes the widest quarter only if it has to", [58, 62, 62.1, 62.2], 100, "confirmed 62"],
    ["ignores silent sources", [undefined, 101, 101.2, undefined], 100, "confirmed 101"],
  ])("%s", (_name, values, last, outcome) => expect(priced(values, last)).toBe(outcome));

  test("names its members and the sources it refuses", () => {
    expect(believe(prices(70, 100, 100.5, undefined), { value: 100, ageMs: 0 }, { metric: "btc-price" })).toEqual({
      kind: "confirmed",
      value: 100,
      source: "bitstamp",
      agreeing: ["bitstamp", "binance"],
      refused: [{ source: "kraken", value: 70 }],
    });
  });

  test("requires that all members agree with each other: a chain of pairs is not a group of four", () => {
    expect(priced([100, 100.9, 101.8, 102.7], undefined)).toBe("unsure contradiction");
  });

  test("may overlap with rivals without a tie: the first group in order wins", () => {
    expect(priced([100, 100.9, 101.8], 100)).toBe("confirmed 100");
  });

  test.each<[Metric, number, string]>([
    ["btc-close", 101.5, "confirmed 100"],
    ["btc-close", 101.6, "unsure contradiction"],
    ["btc-price", 101.5, "unsure contradiction"],
    ["btc-hour-close", 101.5, "unsure contradiction"],
    ["eth-price", 102, "confirmed 100"],
    ["eth-close", 102.1, "unsure contradiction"],
  ])("of two %s at 100 and %d is %s", (metric, other, outcome) => {
    expect(priced([100, other], 100, { metric })).toBe(outcome);
  });

  test("of two of five after a large move is decided an hour later", () => {
    const values = [70, 70.1, undefined, undefined, undefined];
    const close = (standingMs: number) => priced(values, 100, { metric: "btc-close", standingMs });
    expect(close(HOUR_MS - 1)).toBe("unsure few");
    expect(close(HOUR_MS)).toBe("confirmed 70");
  });

  test("of two of four is half of the enabled ones, and decided at once", () => {
    expect(priced([70, 70.1, undefined, undefined], 100)).toBe("confirmed 70");
  });

  test("of two of five is decided at once after a small move, and in the past", () => {
    expect(priced([96, 96.1, undefined, undefined, undefined], 100)).toBe("confirmed 96");
    expect(priced([70, 70.1, undefined, undefined, undefined], 100, { isPast: true })).toBe("confirmed 70");
  });
});

describe("without a majority, a price", () => {
  test.each<Case>([
    ["is the first of those near the last one, if most are", [104.9, 103, 101.5], 100, "believed 104.9"],
    ["skips the ones that are not near", [140, 103, 101.5], 100, "believed 103"],
    ["waits if half are not near", [106, 140, 101.5, 103.5], 100, "unsure contradiction"],
    ["waits if two contradict two", [70, 70.2, 100, 100.1], 100, "unsure tie"],
    ["waits if two contradict two nearby, or small steps would add up", [104.5, 104.6, 100, 100], 100, "unsure tie"],
    ["waits if two contradict two, with a fifth elsewhere", [70, 70.2, 100, 100.1, 150], 100, "unsure tie"],
    ["waits if the only two enabled sources contradict each other", [101.5, 100], 100, "unsure contradiction"],
    [
      "waits if two of four contradict each other and one is not near",
      [130, 100, undefined],
      100,
      "unsure contradiction",
    ],
    ["is believed from one source up to 5 % away", [105, undefined], 100, "believed 105"],
    ["is only shown from one source up to 20 % away", [80, undefined], 100, "shown 80"],
    ["is neither believed nor shown from one source further away", [79.9, undefined], 100, "unsure lone"],
    ["is unsure from one source if nothing earlier is known", [100, undefined], undefined, "unsure unknown"],
    ["is nothing if no source answers", [undefined, undefined], 100, "nothing"],
    ["is nothing if every answer is out of range", [0, -5, Number.NaN, 1e12], 100, "nothing"],
    ["is believed within 20 % if no other source could have it", [80], 100, "believed 80"],
    ["is believed if no other source could have it and none is known", [80], undefined, "believed 80"],
    ["is not believed further away if no other source could have it", [79], 100, "unsure lone"],
  ])("%s", (_name, values, last, outcome) => expect(priced(values, last)).toBe(outcome));

  test("of a major is believed alone within 10 % and shown within 30 %", () => {
    const outcomes = [110, 129, 131].map((value) => priced([value, undefined], 100, { metric: "sol-close" }));
    expect(outcomes).toEqual(["believed 110", "shown 129", "unsure lone"]);
  });

  test("of tether is believed alone within half a percent", () => {
    const outcomes = [0.995, 0.985, 0.9].map((value) => priced([value, undefined], 1, { metric: "usdt-price" }));
    expect(outcomes).toEqual(["believed 0.995", "shown 0.985", "unsure lone"]);
  });

  test("of a coin with one source is accepted after an outage of 40 days in which it doubled", () => {
    expect(priced([200], 100, { metric: "bnb-close" })).toBe("unsure lone");
    expect(priced([200], 100, { metric: "bnb-close" }, 40 * DAY_MS)).toBe("believed 200");
    expect(priced([100_000], 100, { metric: "bnb-close" }, 40 * DAY_MS)).toBe("unsure lone");
  });

  test.each<Metric>(["btc-close", "btc-hour-close"])("of %s alone counts after two days", (metric) => {
    const lone = (standingMs: number) => priced([60, undefined, undefined], 100, { metric, standingMs });
    expect([lone(2 * DAY_MS - 1), lone(2 * DAY_MS)]).toEqual(["unsure lone", "believed 60"]);
    expect(priced([85, undefined], 100, { metric, standingMs: 2 * DAY_MS })).toBe("believed 85");
  });

  test("of one source never counts at ten times the last one, nor as a live price", () => {
    const standingMs = 30 * DAY_MS;
    expect(priced([1000, undefined], 100, { metric: "btc-close", standingMs })).toBe("unsure lone");
    expect(priced([60, undefined], 100, { metric: "btc-price", standingMs })).toBe("unsure lone");
    expect(priced([60, undefined], 100, { metric: "eth-close", standingMs })).toBe("unsure lone");
  });

  test("that is tied or contradicted waits indefinitely", () => {
    const figure = { metric: "btc-close", standingMs: 30 * DAY_MS } as const;
    expect(priced([70, 70, 100, 100], 100, figure)).toBe("unsure tie");
    expect(priced([70, 100], 100, figure)).toBe("unsure contradiction");
  });
});

describe("in the past,", () => {
  test.each<Case>([
    ["a majority decides, and not the first", [1000, 100, 101], 100, "confirmed 100"],
    ["the first in order is believed if two contradict each other", [109, 101], 100, "believed 109"],
    ["the first in order is believed after a day on which the price halved", [48, 60], 100, "believed 48"],
    ["a tie does not wait", [91, 91.1, 100, 100], 100, "believed 91"],
    [
      "the first within reach of the last one is believed, and not one at twice the price",
      [200, 101],
      100,
      "believed 101",
    ],
    ["a lone close is believed", [60, undefined], 100, "believed 60"],
    ["a lone close is believed if none is known", [60, undefined], undefined, "believed 60"],
    ["a lone close of ten times the last one is an error, and waits", [1000, undefined], 100, "unsure lone"],
    ["nothing is made up if no source has the day", [undefined, undefined], 100, "nothing"],
  ])("%s", (_name, values, last, outcome) => {
    expect(priced(values, last, { metric: "btc-close", isPast: true })).toBe(outcome);
  });

  test("the 4.9-fold day of DOGE is believed, and a thousandfold one is not", () => {
    const doge = (value: number) => priced([value], 0.0075, { metric: "doge-close", isPast: true });
    expect([doge(0.037), doge(7.5)]).toEqual(["believed 0.037", "unsure lone"]);
  });

  test("a major's close a thousand times too high loses to the right one that is also stored", () => {
    expect(priced([100_000, 101], 100, { metric: "eth-close", isPast: true })).toBe("believed 101");
  });
});

describe("an operator's file", () => {
  const sources = (value: number) => [{ source: "import", value }, ...prices(100, 100, 100)];

  test("wins over all sources", () => {
    expect(short(believe(sources(300), { value: 100, ageMs: DAY_MS }, { metric: "btc-close" }))).toBe("confirmed 300");
    const mvrv = [{ source: "import", value: 2 }];
    expect(short(believe(mvrv, { value: 9, ageMs: DAY_MS }, { metric: "mvrv" }))).toBe("confirmed 2");
  });

  test("does not count out of range", () => {
    expect(short(believe(sources(0), { value: 100, ageMs: DAY_MS }, { metric: "btc-close" }))).toBe("confirmed 100");
  });
});

test("Fear & Greed is believed from its one source, regardless of the last value", () => {
  const fearGreed = (value: number) => {
    return short(
      believe([{ source: "alternative-me", value }], { value: 90, ageMs: DAY_MS }, { metric: "fear-greed" }),
    );
  };
  expect([fearGreed(5), fearGreed(101)]).toEqual(["believed 5", "nothing"]);
});

/** A source of MVRV with a realized price of `realized`, at a market price of 100,000. */
function mvrv(source: string, realized: number | undefined, agreed?: number, days = 1): SourceAnswer {
  const before = agreed === undefined ? undefined : { value: agreed, ageMs: days * DAY_MS };
  if (realized === undefined) return { source, value: undefined, ownYardstick: before };
  return { source, value: 100_000 / realized, realizedPrice: realized, ownYardstick: before };
}

function valued(sources: readonly SourceAnswer[], figure: Partial<FigureInQuestion> = {}, last = 50_000): string {
  const belief = believe(sources, { value: last, ageMs: DAY_MS }, { metric: "mvrv", ...figure });
  if (belief.kind === "confirmed" || belief.kind === "believed") return `${belief.kind} ${belief.source}`;
  return short(belief);
}

describe("MVRV", () => {
  test("is confirmed as its first source's if realized prices are within 3 %", () => {
    expect(valued([mvrv("coin-metrics", 50_000, 50_000), mvrv("brk", 51_400, 50_200)])).toBe("confirmed coin-metrics");
  });

  test.each([0.5, 1.4, 2, 10, 100, 1000])(
    "of a first source that is wrong by %d is taken from the second",
    (factor) => {
      const sources = [mvrv("coin-metrics", 50_000 / factor, 50_000), mvrv("brk", 50_300, 50_200)];
      expect(valued(sources)).toBe("believed brk");
    },
  );

  test.each([0.5, 1.4, 2, 100])(
    "of the only source that answers is refused every day if it is wrong by %d",
    (factor) => {
      for (const days of [1, 2, 10]) {
        const sources = [mvrv("coin-metrics", 50_000 / factor, 50_000, days), mvrv("brk", undefined, 50_000, days)];
        expect(valued(sources)).toBe("unsure lone");
      }
    },
  );

  test("is taken from the second source while the first is two weeks late", () => {
    expect(valued([mvrv("coin-metrics", undefined, 50_000, 14), mvrv("brk", 52_000, 50_200, 14)])).toBe("believed brk");
  });

  test("is taken from the same source until the two agree again", () => {
    const [first, second] = [mvrv("coin-metrics", 51_000, 50_000), mvrv("brk", 48_500, 50_000)];
    expect(valued([first, second])).toBe("believed coin-metrics");
    expect(valued([first, second], { sourceInUse: "brk" })).toBe("believed brk");
    expect(valued([first, mvrv("brk", 50_900, 50_000)], { sourceInUse: "brk" })).toBe("confirmed coin-metrics");
  });

  test("is taken from a refused source only near its own past while the one in use is silent", () => {
    const silent = mvrv("brk", undefined, 50_000, 3);
    const refused = (realized: number) =>
      valued([mvrv("coin-metrics", realized, 50_000, 3), silent], { sourceInUse: "brk" });
    expect([refused(51_000), refused(54_000)]).toEqual(["believed coin-metrics", "unsure lone"]);
  });

  test("continues from the last one of the source in use during a rise of 60 % since the two agreed", () => {
    const sources = [mvrv("coin-metrics", 30_000, 50_000, 60), mvrv("brk", 80_000, 50_000, 60)];
    const kept = (last: number) => valued(sources, { sourceInUse: "brk" }, last);
    expect([kept(79_500), kept(50_000)]).toEqual(["believed brk", "unsure moved"]);
  });

  test("is not taken from a source that repeats itself while the other one moves", () => {
    expect(valued([mvrv("coin-metrics", 50_000, 50_000), mvrv("brk", 52_000, 50_000)])).toBe("believed brk");
  });

  test("is unsure if both sources are far from their past and from each other", () => {
    expect(valued([mvrv("coin-metrics", 70_000, 50_000), mvrv("brk", 30_000, 50_000)])).toBe("unsure moved");
  });

  test("of a source without a past is compared with the last one", () => {
    expect(valued([mvrv("coin-metrics", undefined), mvrv("brk", 54_000)])).toBe("believed brk");
    expect(valued([mvrv("coin-metrics", undefined), mvrv("brk", 58_000)])).toBe("unsure lone");
  });

  test("without its source's own close does not count", () => {
    expect(short(believe([{ source: "brk", value: 2 }], undefined, { metric: "mvrv" }))).toBe("nothing");
  });

  test("of the past is the first one of its record, and never a hundredfold one", () => {
    const only = (realized: number) => [mvrv("coin-metrics", realized)];
    expect(short(believe(only(50_000), undefined, { metric: "mvrv", isPast: true }))).toBe("believed 2");
    expect(valued(only(110_000), { isPast: true })).toBe("believed coin-metrics"); // 2.2-fold, as on 2010-07-19
    expect(valued(only(500), { isPast: true })).toBe("unsure lone");
  });

  test("drifting by 1.5 % a day at one source of two moves it by no more than 3 %", () => {
    let agreed: { drifting: number; honest: number; day: number } = { drifting: 50_000, honest: 50_000, day: 0 };
    let kept: string | undefined;
    let last = 50_000;
    for (let day = 1; day <= 60; day += 1) {
      const [drifting, honest] = [50_000 * 1.015 ** day, 50_000 * 1.001 ** day];
      const age = day - agreed.day;
      const sources = [mvrv("coin-metrics", drifting, agreed.drifting, age), mvrv("brk", honest, agreed.honest, age)];
      const belief = believe(sources, { value: last, ageMs: DAY_MS }, { metric: "mvrv", sourceInUse: kept });
      if (belief.kind === "confirmed") agreed = { drifting, honest, day };
      if (belief.kind === "believed") kept = belief.source;
      last = 100_000 / (numberOf(belief) ?? Number.NaN);
      expect(Math.abs(last / honest - 1)).toBeLessThan(0.03);
    }
    expect(kept).toBe("brk");
  });
});

describe("dominance", () => {
  /** Two vendors 1.5 points apart when they last agreed. */
  function shares(first: number | undefined, second: number | undefined, days = 0.125): readonly SourceAnswer[] {
    const ageMs = days * DAY_MS;
    return [
      { source: "coingecko", value: first, ownYardstick: { value: 55, ageMs } },
      { source: "coinpaprika", value: second, ownYardstick: { value: 53.5, ageMs } },
    ];
  }
  const shared = (sources: readonly SourceAnswer[]) => {
    return short(believe(sources, { value: 55, ageMs: HOUR_MS }, { metric: "dominance" }));
  };

  test("is the first source's if the second is within three points", () => {
    expect(shared(shares(55.4, 52.5))).toBe("confirmed 55.4");
  });

  test("is taken from the source that moved less, at the level of the first one", () => {
    expect(shared(shares(27, 53.7))).toBe("believed 55.2");
    expect(shared(shares(55.2, 27))).toBe("believed 55.2");
  });

  test("is taken from the second source at the level of the first while that is silent", () => {
    expect(shared(shares(undefined, 54))).toBe("believed 55.5");
  });

  test("is unsure if the only answer moved by more than five points", () => {
    expect(shared(shares(undefined, 60))).toBe("unsure lone");
  });
});

test("a doubt names the figure, each source's value and the last one in a sentence", () => {
  const belief = believe(prices(70, 71, 100, 100.1), { value: 100, ageMs: DAY_MS }, { metric: "btc-close" });
  expect(belief.kind === "unsure" && doubtSentence(belief.doubt)).toBe(
    "the sources are split evenly on the close of Bitcoin: " +
      "kraken 70, bitstamp 71, binance 100, coingecko 100.1; the last one was 100",
  );
});

describe("over many polls,", () => {
  /** Polls that are measured from the last confirmed price. @returns the values that were used or shown */
  function poll(rounds: number, statedAt: (shown: number, round: number) => (number | undefined)[]) {
    let last = 100;
    let shown = 100;
    const seen: { readonly kind: Belief["kind"]; readonly value: number | undefined }[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const belief = believe(prices(...statedAt(shown, round)), { value: last, ageMs: 0 }, { metric: "btc-price" });
      if (belief.kind === "confirmed") last = belief.value;
      shown = numberOf(belief) ?? shown;
      seen.push({ kind: belief.kind, value: numberOf(belief) });
    }
    return { last, shown, seen };
  }

  test("a source that adds 0.95 % to our own price at each poll does not shift the price", () => {
    const honest = poll(200, (shown) => [undefined, shown * 1.0095, 100, 100.1]);
    expect(honest.seen.every(({ kind, value }) => kind === "confirmed" && Math.abs((value ?? 0) - 100) < 1)).toBe(true);
    const alone = poll(200, (shown) => [undefined, shown * 1.0095, undefined, undefined]);
    expect(alone.last).toBe(100);
    expect(alone.shown).toBeLessThanOrEqual(120);
    const frozen = alone.seen.flatMap(({ kind, value }) => (kind === "believed" ? (value ?? []) : []));
    expect(Math.max(...frozen)).toBeLessThanOrEqual(105);
  });

  test("two of four sources that step by 4.5 % a poll are never used", () => {
    const { last, seen } = poll(50, (_shown, round) => [100 * 1.045 ** round, 100 * 1.045 ** round, 100, 100]);
    expect([last, new Set(seen.map(({ kind }) => kind))]).toEqual([100, new Set(["unsure"])]);
  });

  test("a close ×1000 at the first of two sources is refused on every day", () => {
    for (let day = 0; day < 30; day += 1) {
      expect(priced([100_000, undefined], 100, { metric: "eth-close" }, (day + 1) * DAY_MS)).toBe("unsure lone");
      expect(priced([100_000, 100], 100, { metric: "eth-close" }, (day + 1) * DAY_MS)).toBe("unsure contradiction");
    }
  });
});

describe("believing, for any figures:", () => {
  const price = fc.double({ min: 1, max: 1000, noNaN: true });
  /** Factors of honest sources: within 0.4 % of the true price, so within 0.8 % of each other. */
  const scatter = fc.double({ min: 0.996, max: 1.004, noNaN: true });
  const metric = fc.constantFrom<Metric>("btc-price", "btc-close", "btc-hour-close", "eth-close");
  const lastPrice = fc.option(price, { nil: undefined });

  test("a majority that agrees wins, in any order and for any last price", () => {
    const liars = fc.array(fc.double({ min: 1.3, max: 100, noNaN: true }), { maxLength: 2 });
    fc.assert(
      fc.property(
        price,
        fc.array(scatter, { minLength: 3, maxLength: 4 }),
        liars,
        lastPrice,
        metric,
        fc.gen(),
        (truth, honest, lies, last, of, gen) => {
          const values = [...honest.map((each) => each * truth), ...lies.map((each) => each * truth)];
          const order = gen(fc.shuffledSubarray, values, { minLength: values.length });
          const belief = believeOf(order, last, of, { standingMs: HOUR_MS });
          expect(belief.kind).toBe("confirmed");
          // In a fast market the widened bound may cover a liar, but it is never needed for this majority.
          expect(Math.abs((numberOf(belief) ?? 0) / truth - 1)).toBeLessThanOrEqual(0.0041);
        },
      ),
    );
  });

  test("only a value of the agreeing majority is confirmed", () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), lastPrice, metric, (values, last, of) => {
        const belief = believeOf(values, last, of);
        if (belief.kind !== "confirmed") return;
        const members = belief.agreeing.map((name) => values[NAMES.indexOf(name)] ?? Number.NaN);
        expect(2 * members.length).toBeGreaterThan(values.length);
        expect(members).toContain(belief.value);
        // 2 % and a quarter of everything
        expect(Math.max(...members) / Math.min(...members)).toBeLessThanOrEqual(1.27);
      }),
    );
  });

  test("another order of the sources changes a confirmed value only within the group", () => {
    fc.assert(
      fc.property(
        price,
        fc.array(scatter, { minLength: 2, maxLength: 5 }),
        lastPrice,
        fc.gen(),
        (truth, honest, last, gen) => {
          const values = honest.map((each) => each * truth);
          const order = gen(fc.shuffledSubarray, values, { minLength: values.length });
          const [one, other] = [values, order].map((each) => numberOf(believeOf(each, last, "btc-price", past)) ?? 0);
          expect(Math.abs((one ?? 0) / (other ?? 0) - 1)).toBeLessThanOrEqual(0.0101);
        },
      ),
    );
  });

  test("a single liar among three or four never moves a confirmed value by more than the bound of agreement", () => {
    const lie = fc.oneof(
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      fc.double({ min: 0.001, max: 1000, noNaN: true }),
    );
    fc.assert(
      fc.property(
        price,
        fc.array(scatter, { minLength: 2, maxLength: 3 }),
        lie,
        lastPrice,
        fc.nat(3),
        (truth, honest, factor, last, at) => {
          const values = honest.map((each) => each * truth).toSpliced(at, 0, truth * factor);
          const belief = believeOf(values, last, "btc-price", { standingMs: HOUR_MS });
          expect(belief.kind).toBe("confirmed");
          // 1 % from one within 0.4 %
          expect(Math.abs((numberOf(belief) ?? 0) / truth - 1)).toBeLessThanOrEqual(0.0145);
        },
      ),
    );
  });

  test("a refused price never becomes a yardstick: only confirmed ones move it", () => {
    const step = fc.double({ min: 0.8, max: 1.25, noNaN: true });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        let lie = 100;
        for (const factor of steps) {
          lie *= factor;
          const belief = believeOf([lie, undefined, undefined], 100, "btc-price");
          if (belief.kind === "believed") expect(Math.abs(belief.value / 100 - 1)).toBeLessThanOrEqual(0.05 + 1e-12);
          expect(belief.kind).not.toBe("confirmed");
        }
      }),
    );
  });

  const past = { isPast: true } as const;

  function believeOf(
    values: readonly (number | undefined)[],
    last: number | undefined,
    of: Metric,
    figure: Partial<FigureInQuestion> = {},
  ): Belief {
    const sources = values.map((value, i) => ({ source: NAMES[i] ?? `source-${i}`, value }));
    return believe(sources, last === undefined ? undefined : { value: last, ageMs: DAY_MS }, { metric: of, ...figure });
  }
});
