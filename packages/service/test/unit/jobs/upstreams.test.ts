import { MINUTE_MS, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { getState } from "../../../src/storage/state.js";
import { fakeSource } from "../../support/fake-source.js";
import { youngInstallation } from "./young-installation.js";

const START = "2026-11-21T12:00:00.000Z";
const never = new AbortController().signal;
const throttled = new SourceError("kraken", "throttled", "status 429");

async function harness() {
  const kraken = fakeSource("kraken", () => []);
  const installation = await youngInstallation(utcDay("2010-07-18"), START, [kraken]);
  const { upstreams, published } = installation;
  const ask = (fault?: Error) =>
    upstreams.ask(kraken, never, async () => {
      if (fault !== undefined) throw fault;
      return "answer";
    });
  const states = () => published.now.get().sources.map(({ fault }) => fault);
  return { ...installation, kraken, ask, states };
}

describe("a source", () => {
  test("that answers gives its answer, and its state is stored and published", async () => {
    const { ask, states, database, clock } = await harness();
    expect(await ask()).toBe("answer");
    expect(states()).toEqual([undefined]);
    expect(await getState(database, "now")).toMatchObject({ sources: [{ source: "kraken", answeredAt: clock.now() }] });
  });

  test("that fails gives nothing; the same fault is logged once an hour, with its count", async () => {
    const { ask, states, log, clock } = await harness();
    const refused = new SourceError("kraken", "refused", "made up");
    for (const fault of [throttled, throttled, refused, throttled]) {
      expect(await ask(fault)).toBeUndefined();
      await clock.advance(20 * MINUTE_MS);
    }
    await ask(throttled);
    expect(states()).toEqual(["throttled"]);
    expect(log.lines.map(({ sentence, facts }) => [sentence, facts["fault"], facts["times"]])).toEqual([
      ["upstream gave nothing", "throttled", undefined],
      ["upstream gave nothing", "refused", undefined],
      ["upstream gave nothing", "throttled", 2],
    ]);
  });

  test("that exceeds its deadline gives nothing and counts as unreachable", async () => {
    const { upstreams, kraken, clock, states } = await harness();
    const asked = upstreams.ask(kraken, never, () => new Promise(() => {}), 8000);
    await clock.advance(9000);
    expect(await asked).toBeUndefined();
    expect(states()).toEqual(["unreachable"]);
  });

  test("is not at fault for a bug, nor for a stop of the service", async () => {
    const { upstreams, kraken, ask, states } = await harness();
    await expect(ask(new TypeError("bug"))).rejects.toThrow("bug");
    const stop = AbortSignal.abort(new Error("stopped by SIGTERM"));
    await expect(upstreams.ask(kraken, stop, () => Promise.reject(new Error("torn")))).rejects.toThrow("SIGTERM");
    expect(states()).toEqual([]);
  });

  test("answers as before when its state cannot be stored", async () => {
    const { ask, database } = await harness();
    await database.schema.dropTable("state").execute();
    expect(await ask()).toBe("answer");
    expect(await ask(throttled)).toBeUndefined();
  });
});
