import { HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Belief, SourcedFigure } from "../../../src/jobs/believing.js";
import { Inputs, type Inquiry } from "../../../src/jobs/inputs.js";
import { Meters } from "../../../src/metrics/meters.js";
import { publishNow } from "../../../src/published/publish-now.js";
import { Published } from "../../../src/published/published.js";
import { newestEntries } from "../../../src/storage/newest-entries.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempDatabase } from "../../support/temp-sqlite.js";

const START = "2026-11-21T12:00:00Z";
const KRAKEN: SourcedFigure = { source: "kraken", value: 100 };
const BITSTAMP: SourcedFigure = { source: "bitstamp", value: 100.1 };
const BINANCE_WRONG: SourcedFigure = { source: "binance", value: 130 };
const SOURCES = [KRAKEN, BITSTAMP, BINANCE_WRONG];

const confirmed = (...refused: readonly SourcedFigure[]): Belief => {
  return { kind: "confirmed", ...KRAKEN, agreeing: ["kraken", "bitstamp"], refused };
};

const unsure = (why: "tie" | "contradiction"): Belief => {
  return {
    kind: "unsure",
    doubt: { metric: "btc-price", why, answers: [KRAKEN, BINANCE_WRONG], enabled: 3, last: 100 },
  };
};

async function inputs() {
  const [db, clock, log] = [await tempDatabase(), fakeClock(START), quietLog()];
  const meters = new Meters(clock, { version: "0", model_version: "0", role: "all" });
  const begin = async () => {
    const published = new Published();
    await publishNow(db, published, clock.now());
    return { published, noted: new Inputs(clock, log, db, published, meters) };
  };
  let term = await begin();
  const note = (belief: Belief, due?: readonly string[], observedAt?: Instant, asked: Partial<Inquiry> = {}) => {
    return term.noted.note("btc-price", belief, { sources: SOURCES, ...(due && { due }), observedAt, ...asked });
  };
  const restart = async () => {
    term = await begin();
  };
  const lines = () => log.lines.map(({ level, sentence }) => `${level} ${sentence}`);
  const counted = async () => /refused_total\{figure="btc-price"\} (\d+)/.exec(await meters.text())?.[1];
  const version = async () => (await newestEntries(db)).version;
  const state = () => term.noted.of("btc-price");
  return { note, restart, lines, counted, version, state, clock, log };
}

describe("a figure that is not believed", () => {
  test("is logged once with its reason, counted and published, and again when its reason changes", async () => {
    const { note, lines, state, counted, log } = await inputs();
    await note(confirmed());
    await note(unsure("tie"));
    await note(unsure("tie"));
    expect(lines()).toEqual(["warn figure not believed"]);
    expect(log.lines[0]?.facts).toEqual({
      metric: "btc-price",
      reason:
        "the sources are split evenly on the price of Bitcoin: " + "kraken 100, binance 130; the last one was 100",
    });
    expect(state()).toMatchObject({ source: "kraken", agreeing: 0, enabled: 3, unsure: { since: Date.parse(START) } });
    await note(unsure("contradiction"));
    expect(lines()).toEqual(["warn figure not believed", "warn figure not believed"]);
    expect(await counted()).toBe("2");
  });

  test("is logged when it is believed again, and no longer published as unsure", async () => {
    const { note, lines, state } = await inputs();
    await note(unsure("tie"));
    await note(confirmed());
    expect(lines()).toEqual(["warn figure not believed", "info figure believed again"]);
    expect(state()?.unsure).toBeUndefined();
  });

  test("survives a restart with its start time, and is not logged again", async () => {
    const { note, restart, lines, state, clock } = await inputs();
    await note(unsure("tie"));
    await clock.advance(3 * HOUR_MS);
    await restart();
    await note(unsure("tie"));
    expect(lines()).toHaveLength(1);
    expect(state()?.unsure).toMatchObject({ since: Date.parse(START), kind: "tie" });
  });

  test("remains unsure while no source answers", async () => {
    const { note, state } = await inputs();
    await note(unsure("tie"));
    await note({ kind: "nothing" });
    expect(state()?.unsure?.kind).toBe("tie");
  });
});

test("a doubt ends with the last source that could have the figure", async () => {
  const { note, state } = await inputs();
  await note(unsure("tie"));
  await note({ kind: "nothing" }, undefined, undefined, { sources: [] });
  expect(state()).toMatchObject({ enabled: 0, unsure: undefined });
});

describe("a contradicted source", () => {
  test("is logged once and counted, and shown until it agrees", async () => {
    const { note, lines, state, counted, log } = await inputs();
    await note(confirmed(BINANCE_WRONG));
    await note(confirmed(BINANCE_WRONG));
    expect(log.lines.map(({ facts }) => facts)).toEqual([
      { metric: "btc-price", refused: [BINANCE_WRONG], believed: KRAKEN },
    ]);
    expect(state()?.refused).toEqual([{ ...BINANCE_WRONG, since: Date.parse(START) }]);
    await note(confirmed());
    expect(state()?.refused).toEqual([]);
    expect(lines()).toEqual(["warn sources contradicted", "info source agrees again"]);
    expect(await counted()).toBe("1");
  });

  test("is logged once an hour at most if it is at the edge of what agrees", async () => {
    const { note, lines } = await inputs();
    for (let poll = 0; poll < 5; poll++) {
      await note(confirmed(BINANCE_WRONG));
      await note(confirmed());
    }
    expect(lines()).toHaveLength(2);
  });

  test("remains refused while nothing is believed", async () => {
    const { note, state } = await inputs();
    await note(confirmed(BINANCE_WRONG));
    await note(unsure("tie"));
    expect(state()?.refused).toHaveLength(1);
  });
});

test("an input in which only its age changes is written every ten minutes, not with each poll", async () => {
  const { note, version, clock, state } = await inputs();
  await note(confirmed(), undefined, clock.now());
  const first = await version();
  await clock.advance(MINUTE_MS);
  await note(confirmed(), undefined, clock.now());
  expect(await version()).toBe(first);
  await clock.advance(9 * MINUTE_MS);
  await note(confirmed(), undefined, clock.now());
  expect(await version()).toBeGreaterThan(first);
  expect(state()?.observedAt).toBe(clock.now());
});

describe("an input whose first source is silent", () => {
  const second: Belief = { kind: "believed", ...BITSTAMP, refused: [] };

  test("is replaced and unconfirmed since then if it was due", async () => {
    const { note, state, clock } = await inputs();
    await note(second);
    await clock.advance(HOUR_MS);
    await note(second);
    const since = Date.parse(START);
    expect(state()).toMatchObject({ source: "bitstamp", replacedSince: since, unconfirmedSince: since });
    await note(confirmed());
    expect(state()).toMatchObject({ source: "kraken", replacedSince: undefined, unconfirmedSince: undefined });
  });

  test("is ok if it was not due", async () => {
    const { note, state } = await inputs();
    await note(second, ["bitstamp"]);
    expect(state()).toMatchObject({ replacedSince: undefined, unconfirmedSince: undefined });
  });

  test("remains replaced while the first source is not due, as of the next day's figure in the night", async () => {
    const { note, state, clock } = await inputs();
    await note(second);
    await clock.advance(18 * HOUR_MS);
    await note(second, ["bitstamp"]);
    const since = Date.parse(START);
    expect(state()).toMatchObject({ replacedSince: since, unconfirmedSince: since });
    await note({ kind: "nothing" }, [], undefined, { sources: [] });
    expect(state()).toMatchObject({ replacedSince: undefined, unconfirmedSince: undefined });
  });

  test("is not replaced by a figure that the operator imported", async () => {
    const { note, state } = await inputs();
    await note({ kind: "confirmed", source: "import", value: 100, agreeing: ["import"], refused: [] });
    expect(state()).toMatchObject({ source: "import", replacedSince: undefined });
  });
});

describe("a source that returns nothing", () => {
  const sources = [{ source: "kraken", value: undefined }, BITSTAMP];

  test("is silent since then, even across a restart, until it responds", async () => {
    const { note, restart, state, clock } = await inputs();
    await note({ kind: "nothing" }, undefined, undefined, { sources });
    await clock.advance(HOUR_MS);
    await restart();
    await note({ kind: "nothing" }, undefined, undefined, { sources });
    expect(state()?.silent).toEqual([{ source: "kraken", since: Date.parse(START) }]);
    await note(confirmed());
    expect(state()?.silent).toEqual([]);
  });

  test("remains silent while it is not due, but not once it is switched off", async () => {
    const { note, state, clock } = await inputs();
    await note({ kind: "nothing" }, undefined, undefined, { sources });
    await clock.advance(HOUR_MS);
    await note({ kind: "nothing" }, ["bitstamp"], undefined, { sources });
    expect(state()?.silent).toEqual([{ source: "kraken", since: Date.parse(START) }]);
    await note({ kind: "nothing" }, undefined, undefined, { sources: [BITSTAMP] });
    expect(state()?.silent).toEqual([]);
  });

  test("is not silent if it was not due, or if its figure does not count", async () => {
    const { note, state } = await inputs();
    await note({ kind: "nothing" }, ["bitstamp"], undefined, { sources });
    expect(state()?.silent).toEqual([]);
    await note({ kind: "nothing" }, undefined, undefined, { sources, noAnswers: [KRAKEN] });
    expect(state()?.silent).toEqual([]);
  });
});
