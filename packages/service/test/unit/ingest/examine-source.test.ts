import { DAY_MS, SECOND_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { Observation } from "../../../src/domain/observation.js";
import type { DataRequest, Source } from "../../../src/ingest/data-source.js";
import {
  disagreements,
  type Examination,
  examineSource,
  forecastStart,
  NEEDS,
  type Need,
} from "../../../src/ingest/examine-source.js";
import { fakeClock } from "../../support/fake-clock.js";

const MAJOR_CLOSES = NEEDS.filter((need) => /^closes of [A-Z]/.test(need));
const CHAIN: readonly Need[] = ["closes of 2010", "closes", "MVRV"];

function gave(source: string, ...needs: readonly Need[]): Examination {
  return {
    source,
    state: needs.length > 0 ? "ok" : "failed",
    findings: [],
    gave: new Map(needs.map((need) => [need, []])),
  };
}

const KRAKEN = gave("kraken", "price", "closes", ...MAJOR_CLOSES);
const GECKO = gave("coingecko", "price", "dominance");
const FEAR = gave("alternative-me", "Fear & Greed");
const METRICS = gave("coin-metrics", ...CHAIN);
const BRK = gave("brk", ...CHAIN);

const everySource = () => true;
const nobody = () => false;

describe("a first start", () => {
  test("succeeds with sources that have everything", () => {
    const forecast = forecastStart([KRAKEN, GECKO, FEAR, METRICS], "nothing", everySource);
    expect(forecast).toEqual({ fatal: [], awaited: [], lacking: [], canStart: true });
  });

  test("succeeds without a source that is silent, as long as another has what it has", () => {
    const forecast = forecastStart([KRAKEN, GECKO, FEAR, gave("coin-metrics"), BRK], "nothing", everySource);
    expect(forecast.canStart).toBe(true);
  });

  test.each<[string, Need, readonly Examination[]]>([
    ["a price", "price", [gave("kraken", "closes", ...MAJOR_CLOSES), gave("coingecko", "dominance"), FEAR, BRK]],
    ["closes of 2010", "closes of 2010", [KRAKEN, GECKO, FEAR, gave("brk", "MVRV")]],
    ["dominance", "dominance", [KRAKEN, FEAR, BRK]],
    ["Fear & Greed", "Fear & Greed", [KRAKEN, GECKO, BRK]],
  ])("fails without %s", (_what, need, sources) => {
    expect(forecastStart(sources, "nothing", everySource)).toMatchObject({ fatal: [need], canStart: false });
  });

  test("waits for what an enabled source should have, and goes without what none has", () => {
    const sources = [KRAKEN, GECKO, FEAR, gave("brk", "closes of 2010", "closes")];
    expect(forecastStart(sources, "nothing", everySource)).toMatchObject({ awaited: ["MVRV"], canStart: false });
    const without = forecastStart(sources, "nothing", nobody);
    expect(without).toMatchObject({ awaited: [], lacking: ["MVRV"] });
    expect(without.canStart).toBe(true);
  });

  test("needs no closes of 2010 that a file has brought", () => {
    const forecast = forecastStart([KRAKEN, GECKO, FEAR, gave("brk", "MVRV")], "old closes", everySource);
    expect(forecast).toMatchObject({ fatal: [], canStart: true });
  });
});

describe("a start with the whole past", () => {
  test("needs a price and closes, and goes on without the rest", () => {
    const forecast = forecastStart([KRAKEN], "everything", everySource);
    expect(forecast).toEqual({
      fatal: [],
      awaited: [],
      lacking: ["MVRV", "dominance", "Fear & Greed"],
      canStart: true,
    });
  });

  test("publishes nothing new without them", () => {
    expect(forecastStart([FEAR, METRICS], "everything", everySource)).toMatchObject({
      fatal: ["price"],
      canStart: false,
    });
  });
});

describe("two sources", () => {
  const YESTERDAY = Date.parse("2026-11-21T00:00:00Z");
  const stating = (source: string, need: Need, value: number, observedAt = YESTERDAY): Examination => {
    const page = [{ source, value, observedAt, fetchedAt: observedAt, metric: "mvrv" } as Observation];
    return { source, state: "ok", findings: [], gave: new Map([[need, page]]) };
  };

  test.each<[Need, number, boolean]>([
    ["MVRV", 2.09, false],
    ["MVRV", 2.11, true],
    ["price", 2.01, false],
    ["price", 2.03, true],
    ["closes of 2010", 3, false],
  ])("that state a %s of 2 and %s disagree: %s", (need, value, isApart) => {
    const found = disagreements([stating("one", need, 2), FEAR, stating("other", need, value)]) ?? [];
    expect(found.map(({ stated }) => stated.map(({ source }) => source))).toEqual(isApart ? [["one", "other"]] : []);
  });

  test("are not said to agree where no figure came from both", () => {
    expect(disagreements([stating("one", "MVRV", 2), FEAR])).toBeUndefined();
  });

  test("are compared on a day that both have", () => {
    expect(disagreements([stating("one", "MVRV", 2), stating("other", "MVRV", 3, YESTERDAY - DAY_MS)])).toEqual([]);
  });
});

describe("a source that is examined", () => {
  const never = new AbortController().signal;

  /** A source of prices alone, which fails in a way of its own once it is asked, at once or when the signal aborts. */
  function failing(error: Error, isAtOnce = false): Source {
    return {
      name: "one",
      answers: ({ kind }) => kind === "prices",
      async *observe(_request, signal) {
        if (!isAtOnce) await new Promise((resolve) => signal.addEventListener("abort", resolve));
        yield* []; // a generator, of no page
        throw error;
      },
    };
  }

  test("and hangs, has failed after 30 s", async () => {
    const clock = fakeClock("2026-11-21T12:00:00Z");
    const examined = examineSource(failing(new Error("aborted")), clock, never);
    await clock.advance(30 * SECOND_MS);
    expect(await examined).toMatchObject({ state: "failed", findings: ["price: no answer in time"] });
  });

  test("and fails alike at all that it is asked for, is reported with the fault once", async () => {
    const refused = failing(new SourceError("one", "refused", "status 403"), true);
    const all = { ...refused, answers: ({ kind }: DataRequest) => ["prices", "mvrv"].includes(kind) };
    const { findings } = await examineSource(all, fakeClock("2026-11-21T12:00:00Z"), never);
    expect(findings).toEqual(["price, MVRV: one is refused: status 403"]);
  });

  test("and fails, is reported with the fault; a bug is thrown", async () => {
    const clock = fakeClock("2026-11-21T12:00:00Z");
    const refused = failing(new SourceError("one", "refused", "status 403"), true);
    expect((await examineSource(refused, clock, never)).findings).toEqual(["price: one is refused: status 403"]);
    await expect(examineSource(failing(new TypeError("bug"), true), clock, never)).rejects.toThrow("bug");
  });
});
