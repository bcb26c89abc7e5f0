import { EMPTY_RENDER_STATE, viewOf } from "peak-cycle-drawing";
import { instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HourlyScore } from "../../../src/domain/snapshot.js";
import { withHistory, withScore } from "../../../src/http/render-state.js";
import { SAMPLE_NOW } from "../../support/sample-chart.js";
import { sampleRows, sampleSnapshot } from "./samples.js";

const { score } = sampleSnapshot();

describe("a render state", () => {
  test("shows the score with the price it stands on, as published", () => {
    expect(withScore(EMPTY_RENDER_STATE, score).score).toEqual({ computedAt: score.computedAt, now: SAMPLE_NOW });
  });

  test("is the same object until the score or the days change", () => {
    const state = withHistory(withScore(EMPTY_RENDER_STATE, score), sampleRows());
    expect(withScore(state, { ...score })).toBe(state);
    expect(withHistory(state, sampleRows())).toBe(state);
    const newer: HourlyScore = { ...score, computedAt: instantOf("2026-11-21T08:05:00Z") };
    expect(withScore(state, newer)).not.toBe(state);
    expect(withScore(state, newer).days).toBe(state.days);
    expect(withHistory(state, sampleRows("2026-11-22"))).not.toBe(state);
  });

  test("has no days unless there are 30, as the public history", () => {
    expect(withHistory(EMPTY_RENDER_STATE, sampleRows("2026-11-21", 29))).toBe(EMPTY_RENDER_STATE);
    const state = withHistory(EMPTY_RENDER_STATE, sampleRows());
    expect(state.days).toHaveLength(30);
    expect(state.days.at(-1)).toEqual({
      date: "2026-11-21",
      score: 44.1,
      smoothed: 43.6,
      phase: "BULL",
      priceUsd: 80_029.13,
    });
    expect(withHistory(state, []).days).toEqual([]);
  });

  test("is seen as fresh or stale, or without a score", () => {
    const state = withHistory(withScore(EMPTY_RENDER_STATE, score), sampleRows());
    expect(viewOf(state, true).now?.isStale).toBe(true);
    expect(viewOf(state, false).now?.isStale).toBe(false);
    expect(viewOf(EMPTY_RENDER_STATE, false)).toEqual({ now: undefined, days: [], cycle: undefined });
  });
});
