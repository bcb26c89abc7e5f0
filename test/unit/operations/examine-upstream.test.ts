import { describe, expect, test } from "vitest";
import { UpstreamError } from "../../../src/domain/errors.js";
import { SECOND_MS } from "../../../src/domain/instant.js";
import {
  type Examination,
  examineUpstream,
  forecastStart,
  NEEDS,
  type Need,
} from "../../../src/operations/examine-upstream.js";
import type { Upstream } from "../../../src/operations/ports.js";
import { fakeClock } from "../../support/fake-clock.js";

const MAJOR_CLOSES = NEEDS.filter((need) => /^closes of [A-Z]/.test(need));
const CHAIN: readonly Need[] = ["closes of 2010", "closes", "MVRV"];

function gave(source: string, ...needs: readonly Need[]): Examination {
  return { source, state: needs.length > 0 ? "ok" : "failed", findings: [], gave: new Set(needs) };
}

const KRAKEN = gave("kraken", "price", "closes", ...MAJOR_CLOSES);
const GECKO = gave("coingecko", "price", "dominance");
const FEAR = gave("alternative-me", "Fear & Greed");
const METRICS = gave("coin-metrics", ...CHAIN);
const BRK = gave("brk", ...CHAIN);

const everySource = () => true;
const nobody = () => false;

describe("a first start", () => {
  test("succeeds with sources that have everything, and the fewest that suffice are named", () => {
    expect(
      forecastStart([KRAKEN, gave("bitstamp", "price"), GECKO, FEAR, METRICS, BRK], "nothing", everySource),
    ).toEqual({
      fatal: [],
      awaited: [],
      lacking: [],
      enough: ["kraken", "coingecko", "alternative-me", "coin-metrics"],
    });
  });

  test("succeeds without a source that is silent, as long as another has what it has", () => {
    const forecast = forecastStart([KRAKEN, GECKO, FEAR, gave("coin-metrics"), BRK], "nothing", everySource);
    expect(forecast.enough).toEqual(["kraken", "coingecko", "alternative-me", "brk"]);
  });

  test.each<[string, Need, readonly Examination[]]>([
    ["a price", "price", [gave("kraken", "closes", ...MAJOR_CLOSES), gave("coingecko", "dominance"), FEAR, BRK]],
    ["closes of 2010", "closes of 2010", [KRAKEN, GECKO, FEAR, gave("brk", "MVRV")]],
    ["dominance", "dominance", [KRAKEN, FEAR, BRK]],
    ["Fear & Greed", "Fear & Greed", [KRAKEN, GECKO, BRK]],
  ])("fails without %s", (_what, need, sources) => {
    expect(forecastStart(sources, "nothing", everySource)).toMatchObject({ fatal: [need], enough: undefined });
  });

  test("waits for what an enabled source should have, and goes without what none has", () => {
    const sources = [KRAKEN, GECKO, FEAR, gave("brk", "closes of 2010", "closes")];
    expect(forecastStart(sources, "nothing", everySource)).toMatchObject({ awaited: ["MVRV"], enough: undefined });
    const without = forecastStart(sources, "nothing", nobody);
    expect(without).toMatchObject({ awaited: [], lacking: ["MVRV"] });
    expect(without.enough).toEqual(["kraken", "coingecko", "alternative-me", "brk"]);
  });

  test("needs no closes of 2010 that a file has brought", () => {
    const forecast = forecastStart([KRAKEN, GECKO, FEAR, gave("brk", "MVRV")], "old closes", everySource);
    expect(forecast).toMatchObject({ fatal: [], enough: ["kraken", "coingecko", "alternative-me", "brk"] });
  });
});

describe("a start with the whole past", () => {
  test("needs a price and closes, and goes on without the rest", () => {
    const forecast = forecastStart([KRAKEN], "everything", everySource);
    expect(forecast).toEqual({
      fatal: [],
      awaited: [],
      lacking: ["MVRV", "dominance", "Fear & Greed"],
      enough: ["kraken"],
    });
  });

  test("publishes nothing new without them", () => {
    expect(forecastStart([FEAR, METRICS], "everything", everySource)).toMatchObject({
      fatal: ["price"],
      enough: undefined,
    });
  });
});

describe("a source that is examined", () => {
  const never = new AbortController().signal;

  /** A source of prices alone, which fails in a way of its own once it is asked, at once or when the signal aborts. */
  function failing(error: Error, isAtOnce = false): Upstream {
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
    const examined = examineUpstream(failing(new Error("aborted")), clock, never);
    await clock.advance(30 * SECOND_MS);
    expect(await examined).toMatchObject({ state: "failed", findings: ["price: no answer in time"] });
  });

  test("and fails, is reported with the fault; a bug is thrown", async () => {
    const clock = fakeClock("2026-11-21T12:00:00Z");
    const refused = failing(new UpstreamError("one", "refused", "status 403"), true);
    expect((await examineUpstream(refused, clock, never)).findings).toEqual(["price: one is refused: status 403"]);
    await expect(examineUpstream(failing(new TypeError("bug"), true), clock, never)).rejects.toThrow("bug");
  });

  test("is left at once when the service stops", async () => {
    const stop = new AbortController();
    const stopped = new Error("SIGTERM");
    const late = new UpstreamError("one", "unreachable", "torn");
    const examined = examineUpstream(failing(late), fakeClock("2026-11-21T12:00:00Z"), stop.signal);
    stop.abort(stopped);
    await expect(examined).rejects.toBe(stopped);
  });
});
