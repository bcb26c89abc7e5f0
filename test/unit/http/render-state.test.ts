import { describe, expect, test } from "vitest";
import type { HourlyScore } from "../../../src/domain/snapshot.js";
import { EMPTY_RENDER_STATE, viewOf, withHistory, withScore } from "../../../src/http/render-state.js";
import { instant, sampleRows, sampleSnapshot } from "./samples.js";

const { score } = sampleSnapshot();

describe("a scene", () => {
  test("shows the score with the price it stands on, as published", () => {
    expect(withScore(EMPTY_RENDER_STATE, score).score).toEqual({
      computedAt: score.computedAt,
      now: {
        score: 47.3,
        phase: "BULL",
        signal: "CAUTION",
        descentGuard: false,
        topRisk: true,
        updatedAt: "2026-11-21T07:05:00.250Z",
        isStale: false,
        priceUsd: 84_391.27,
      },
    });
  });

  test("is the same object until the score or the days change", () => {
    const scene = withHistory(withScore(EMPTY_RENDER_STATE, score), sampleRows());
    expect(withScore(scene, { ...score })).toBe(scene);
    expect(withHistory(scene, sampleRows())).toBe(scene);
    const newer: HourlyScore = { ...score, computedAt: instant("2026-11-21T08:05:00Z") };
    expect(withScore(scene, newer)).not.toBe(scene);
    expect(withScore(scene, newer).days).toBe(scene.days);
    expect(withHistory(scene, sampleRows("2026-11-22"))).not.toBe(scene);
  });

  test("has no days unless there are 30, as the public history", () => {
    expect(withHistory(EMPTY_RENDER_STATE, sampleRows("2026-11-21", 29))).toBe(EMPTY_RENDER_STATE);
    const scene = withHistory(EMPTY_RENDER_STATE, sampleRows());
    expect(scene.days).toHaveLength(30);
    expect(scene.days.at(-1)).toEqual({
      date: "2026-11-21",
      score: 44.1,
      smoothed: 43.6,
      phase: "BULL",
      priceUsd: 80_029.13,
    });
    expect(withHistory(scene, []).days).toEqual([]);
  });

  test("is seen as fresh or stale, or without a score", () => {
    const scene = withHistory(withScore(EMPTY_RENDER_STATE, score), sampleRows());
    expect(viewOf(scene, true).now?.isStale).toBe(true);
    expect(viewOf(scene, false).now?.isStale).toBe(false);
    expect(viewOf(EMPTY_RENDER_STATE, false)).toEqual({ now: undefined, days: [] });
  });
});
