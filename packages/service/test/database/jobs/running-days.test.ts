import { formatDay, HOUR_MS, type Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { INPUT_KEYS, inputPanel } from "../../../src/domain/input-panel.js";
import { SOURCES } from "../../../src/sources/order.js";
import { newestScore } from "../../../src/storage/scores.js";
import { GROWN_AT, grownLife } from "../../support/simulated-life.js";

const iso = (at: number) => new Date(at).toISOString();

/** Twenty hours, including the closing of a day at 06:00. */
async function liveADay() {
  const life = await grownLife(GROWN_AT);
  const before = life.shown.rows;
  const hours: string[] = [];
  for (let at = Date.parse("2026-11-19T13:07:00Z"); at < Date.parse("2026-11-20T09:00:00Z"); at += HOUR_MS) {
    if (iso(at).includes("T06:")) {
      life.moveTo("2026-11-20T06:00:00Z");
      await life.pollPrice();
      await life.closeDays();
    }
    life.moveTo(iso(at));
    await life.hour();
    hours.push(iso(life.shown.snapshot?.score.hour ?? 0));
  }
  const { inputs, market } = life.published.now.get();
  const now = life.simulator.clock.now() as Instant;
  return {
    ...{ before, hours, rows: life.shown.rows, log: life.log.lines },
    requests: life.simulator.requests.read().sources,
    panel: inputPanel({ inputs, market, newestRow: life.shown.rows.at(-1)?.day }, now),
  };
}

let lived: ReturnType<typeof liveADay> | undefined;

/** Run once, by the first test that needs it. */
function aDay(): ReturnType<typeof liveADay> {
  lived ??= liveADay();
  return lived;
}

describe("a running service", () => {
  test("has its own score for every hour, and logs no error", async () => {
    const { hours, log } = await aDay();
    expect(new Set(hours).size).toBe(20);
    expect(log.filter((line) => line.level === "error")).toEqual([]);
  });

  test("adds a row at 06:00, and never changes the rows that it has shown", async () => {
    const { before, rows } = await aDay();
    expect(rows.slice(0, -1)).toEqual(before.slice(1));
    expect(rows.slice(-1).map(({ day, origin }) => [formatDay(day), origin])).toEqual([["2026-11-20", "live"]]);
  });

  test("queries no source more often than its `use.maxRequestsADay`", async () => {
    const { requests } = await aDay();
    const allowed = SOURCES.map(({ name, use }) => [name, use.maxRequestsADay, requests[name] ?? 0] as const);
    expect(
      allowed.filter(([, most, sent]) => sent > most),
      "name, use.maxRequestsADay, requests",
    ).toEqual([]);
  });

  test("shows every input as ok on the panel", async () => {
    const { panel } = await aDay();
    const states = panel.map(({ key, health, refused, silent }) => [key, health, refused, silent]);
    expect(states).toEqual(panel.map(({ key }) => [key, "ok", [], []]));
    expect(panel).toHaveLength(INPUT_KEYS.length - 1); // the price at 06:00 is not requested
  });

  test("has no jump in the score when a day is closed: the provisional and the closed day agree", async () => {
    const life = await grownLife("2026-11-20T05:59:00Z");
    await life.hour();
    const before = life.shown.snapshot?.score.btc.raw ?? Number.NaN;
    life.moveTo("2026-11-20T06:00:00Z");
    await life.pollPrice();
    await life.closeDays();
    await life.hour();
    expect(life.shown.snapshot?.score.btc.raw).toBeCloseTo(before, 0);
    expect(life.shown.snapshot?.score.hour).toBe(Date.parse("2026-11-20T06:00:00Z"));
  });

  test("has one score an hour while the price moves", async () => {
    const life = await grownLife("2026-11-19T15:10:00Z");
    await life.hour();
    const first = life.shown.snapshot;
    life.moveTo("2026-11-19T15:40:00Z");
    await life.hour();
    expect(life.shown.snapshot?.score).toEqual(first?.score);
    expect(await newestScore(life.db, 9e15 as Instant)).toEqual(first?.score);
    expect(life.shown.snapshot?.market.btcPrice.value).not.toBe(first?.market.btcPrice.value);
    expect(life.shown.snapshot?.market.btcPrice.observedAt).toBe(Date.parse("2026-11-19T15:40:00Z"));
  });

  test("shows after a restart what it showed before, and computes nothing twice", async () => {
    const life = await grownLife("2026-11-19T15:10:00Z");
    await life.hour();
    const before = { ...life.shown };
    await life.restart();
    expect(life.shown).toEqual(before);
    const requests = life.simulator.requests.read();
    await life.hourlyScore();
    await life.closeDays();
    expect(life.simulator.requests.read()).toEqual(requests);
  });
});
