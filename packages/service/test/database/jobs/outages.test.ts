import { DAY_MS, HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import type { Fault } from "peak-cycle-simulator";
import { describe, expect, test } from "vitest";
import type { HistoryRow } from "../../../src/domain/history.js";
import { GROWN_AT, grownLife, type SimulatedLife } from "../../support/simulated-life.js";

/**
 * One failure of each kind: no response, a refusal for a day, a wrong date, and an empty response.
 * `unit/sources/simulator.test.ts` shows that every other fault of the simulator leads to one of these. Wrong numbers
 * are not among them, because a figure on which all sources agree is believed, no matter how far it moved.
 */
const FAULTS = ["reset", "451-binance", "date-behind", "empty-rows"] as const;

describe("while every source fails in the same way over the closing of a day", () => {
  test.each(FAULTS)("%s: no wrong number is shown, and the day is correct in the end", outlivesOutage);
});

test("a tenfold spike at a single exchange affects neither the score, nor the market, nor a frozen day", async () => {
  const expected = await soundClosing();
  const life = await grownLife(BEFORE);
  await life.hour();
  life.simulator.faults.set("kraken", "10x-spike");
  await overTheClosing(life);
  const now = figures(life);
  expect(now.score).toBeCloseTo(expected.figures.score, 0);
  expect(now.crypto).toBeCloseTo(expected.figures.crypto, 0);
  expect(Math.abs(now.price / expected.figures.price - 1)).toBeLessThan(0.01);
  expect(Math.abs(now.dominance - expected.figures.dominance)).toBeLessThan(2);
  expect(life.shown.rows.at(-1)?.raw).toBeCloseTo(expected.row?.raw ?? Number.NaN, 0);
});

test("a stuck ticker with a fresh date is not believed once the others have moved", async () => {
  const life = await grownLife(GROWN_AT);
  const frozenAt = Date.parse("2026-11-20T00:00:00Z");
  const prices = new Set<number | undefined>();
  for (let days = 0; days <= 10; days++) {
    const now = frozenAt + days * DAY_MS;
    life.simulator.faults.clear();
    life.simulator.faults.set("kraken", "stale", { seconds: (now - frozenAt) / 1000 });
    life.moveTo(new Date(now).toISOString());
    await life.pollPrice();
    const { value, source, observedAt } = life.published.now.get().market.btcPrice ?? {};
    const actual = life.simulator.market.closeOf("btc", Math.floor(now / DAY_MS) - 1);
    expect(Math.abs((value ?? 0) / actual - 1), `${source} after ${days} days`).toBeLessThan(0.011);
    expect(now - (observedAt ?? 0)).toBeLessThan(MINUTE_MS);
    prices.add(value);
  }
  expect(prices.size).toBeGreaterThan(5);
});

describe("with every source silent", () => {
  test("the last score is shown for hours, and a new one is computed when the sources recover", async () => {
    const life = await grownLife(GROWN_AT);
    const before = life.shown.snapshot;
    life.simulator.faults.set("*", "reset");
    const start = Date.parse(GROWN_AT);
    for (let at = start + HOUR_MS; at < start + 5 * HOUR_MS; at += HOUR_MS) {
      life.moveTo(new Date(at).toISOString());
      await life.attempt("pollPrice", "hourlyScore");
    }
    expect(life.shown.snapshot).toEqual(before);
    life.simulator.faults.clear();
    const back = start + 5 * HOUR_MS + 20 * MINUTE_MS;
    life.moveTo(new Date(back).toISOString());
    await life.hour();
    expect(life.shown.snapshot?.score.computedAt).toBe(back);
  });
});

/**
 * While every source fails in the same way over the closing of a day, no wrong number is shown, and the day is correct
 * in the end.
 */
async function outlivesOutage(fault: Fault): Promise<void> {
  const expected = await soundClosing();
  const life = await grownLife(BEFORE);
  await life.hour();
  const rows = life.shown.rows;
  life.simulator.faults.set("*", fault, { seconds: HOUR_MS / 1000 });
  await overTheClosing(life);
  const now = figures(life);
  for (const [name, value] of Object.entries(expected.figures)) {
    const shown = now[name as keyof typeof now];
    expect(Math.abs(shown / value - 1), `${name}: ${shown} instead of ${value}`).toBeLessThan(0.1);
  }
  const isClosed = life.shown.rows.at(-1)?.day === expected.row?.day;
  expect(isClosed ? life.shown.rows.slice(0, -1) : life.shown.rows.slice(1)).toEqual(rows.slice(1));

  life.simulator.faults.clear();
  life.moveTo(AFTER);
  if (fault === "451-binance") await life.restart(); // such a source is not queried for a day
  await life.attempt("pollPrice", "closeDays");
  const row = life.shown.rows.at(-1);
  expect(row?.day).toBe(expected.row?.day);
  expect(Math.abs((row?.btcPriceUsd ?? 0) / (expected.row?.btcPriceUsd ?? 1) - 1)).toBeLessThan(0.01);
  expect(row?.raw).toBeCloseTo(expected.row?.raw ?? Number.NaN, 0);
  expect(life.shown.rows).toHaveLength(30);
  const errors = life.log.lines.filter((line) => line.level === "error").map(({ sentence }) => sentence);
  expect(errors).toEqual(fault === "date-behind" ? ["publishing paused"] : []);
}

interface Closing {
  readonly figures: ReturnType<typeof figures>;
  readonly row: HistoryRow | undefined;
}

let sound: Promise<Closing> | undefined;

/** The result of a day without faults; computed once, by the first test that needs it. */
function soundClosing(): Promise<Closing> {
  sound ??= (async () => {
    const life = await grownLife(BEFORE);
    await life.hour();
    await overTheClosing(life);
    return { figures: figures(life), row: life.shown.rows.at(-1) };
  })();
  return sound;
}

const BEFORE = "2026-11-20T03:40:00Z";
const AFTER = "2026-11-20T08:30:00Z";

function figures(life: SimulatedLife) {
  const { score, market } = life.shown.snapshot ?? {};
  return {
    score: score?.btc.score ?? Number.NaN,
    crypto: score?.crypto.score ?? Number.NaN,
    price: market?.btcPrice.value ?? Number.NaN,
    dominance: market?.btcDominance.value ?? Number.NaN,
    fearGreed: market?.fearGreed.value ?? Number.NaN,
  };
}

/** From the early hours until after the closing of the day. */
async function overTheClosing(life: SimulatedLife): Promise<void> {
  life.moveTo("2026-11-20T04:10:00Z");
  await life.attempt("pollPrice", "hourlyScore");
  life.moveTo("2026-11-20T06:00:00Z");
  await life.attempt("pollPrice", "closeDays", "hourlyScore");
}
