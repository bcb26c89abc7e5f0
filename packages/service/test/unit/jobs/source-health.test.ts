import { MINUTE_MS, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { Observation } from "../../../src/domain/observation.js";
import { getState } from "../../../src/storage/state.js";
import { fakeSource } from "../../support/fake-source.js";
import { observation, youngInstallation } from "../../support/young-installation.js";

const START = "2026-11-21T12:00:00.000Z";
const never = new AbortController().signal;
const throttled = new SourceError("kraken", "throttled", "status 429");
const price = observation("btc-price", "kraken", Date.parse(START), 100);

/** An installation whose only source returns its price through `answer`. */
async function harness() {
  let answer = async (): Promise<readonly Observation[]> => [price];
  const kraken = { ...fakeSource("kraken", () => []), prices: () => answer() };
  const installation = await youngInstallation(utcDay("2010-07-18"), START, [kraken]);
  const { collector, published } = installation;
  const ask = (signal = never) => {
    const [feed] = collector.sources.prices("btc");
    if (feed === undefined) throw new Error("no source is open");
    return feed.prices(["btc"], signal, 1, 8000);
  };
  const answerWith = (call: () => Promise<readonly Observation[]>) => {
    answer = call;
    return ask();
  };
  const failWith = (error: Error) => answerWith(() => Promise.reject(error));
  const states = () => published.now.get().sources.map(({ fault }) => fault);
  return { ...installation, ask, answerWith, failWith, states };
}

describe("a source", () => {
  test("that responds returns its figures, and its state is stored and published", async () => {
    const { ask, states, db, clock } = await harness();
    expect(await ask()).toEqual({ figures: [price], failure: undefined });
    expect(states()).toEqual([undefined]);
    expect(await getState(db, "now")).toMatchObject({ sources: [{ source: "kraken", answeredAt: clock.now() }] });
  });

  test("that fails returns its error; the same fault is logged once an hour, with its count", async () => {
    const { failWith, states, log, clock } = await harness();
    const refused = new SourceError("kraken", "refused", "made up");
    for (const fault of [throttled, throttled, refused, throttled]) {
      expect(await failWith(fault)).toEqual({ figures: [], failure: fault });
      await clock.advance(20 * MINUTE_MS);
    }
    await failWith(throttled);
    expect(states()).toEqual(["throttled"]);
    expect(log.lines.map(({ sentence, facts }) => [sentence, facts["fault"], facts["times"]])).toEqual([
      ["source request failed", "throttled", undefined],
      ["source request failed", "refused", undefined],
      ["source request failed", "throttled", 2],
    ]);
  });

  test("that is not asked because the rate of tether is unknown has neither failed nor refused", async () => {
    const { failWith, states, log } = await harness();
    await failWith(new SourceError("kraken", "not_asked", "the rate of tether is unknown"));
    expect(states()).toEqual(["not_asked"]);
    const detail = "kraken: not asked: the rate of tether is unknown";
    expect(log.lines).toMatchObject([{ sentence: "a source is not queried", facts: { detail } }]);
  });

  test("that exceeds its deadline counts as unreachable", async () => {
    const { answerWith, clock, states } = await harness();
    const asked = answerWith(() => new Promise(() => {}));
    await clock.advance(9000);
    expect((await asked).failure?.fault).toBe("unreachable");
    expect(states()).toEqual(["unreachable"]);
  });

  test("is not blamed for a bug or a stop of the service", async () => {
    const { ask, failWith, states } = await harness();
    await expect(failWith(new TypeError("bug"))).rejects.toThrow("bug");
    await expect(ask(AbortSignal.abort(new Error("stopped by SIGTERM")))).rejects.toThrow("SIGTERM");
    expect(states()).toEqual([]);
  });

  test("is used as before if its state cannot be stored", async () => {
    const { ask, failWith, db } = await harness();
    await db.schema.dropTable("state").execute();
    expect((await ask()).figures).toEqual([price]);
    expect((await failWith(throttled)).failure).toBe(throttled);
  });
});
