import { viewOf } from "peak-cycle-drawing";
import { instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { renderState } from "../../../../src/http/shown/render-state.js";
import { Published } from "../../../../src/published/published.js";
import { SAMPLE_NOW } from "../../../support/sample-chart.js";
import { SAMPLE_RECORD } from "../../../support/sample-record.js";
import { showHistory } from "../../../support/show-history.js";
import { HISTORY_CONTEXT } from "../sample-extras.js";
import { publishSample, sampleRows, sampleSnapshot } from "../samples.js";

const { score, market } = sampleSnapshot();

function samplePublished(): Published {
  const published = new Published();
  publishSample(published);
  showHistory(published, { rows: sampleRows() });
  return published;
}

describe("a render state", () => {
  test("shows the score with the price it stands on, as published", () => {
    expect(renderState(samplePublished())).toMatchObject({ computedAt: score.computedAt, btc: { now: SAMPLE_NOW } });
  });

  test("is empty before anything is published, and shows no score without all figures", () => {
    const published = new Published();
    published.show({ score, market: { btcPrice: market.btcPrice } });
    const nothing = { now: undefined, days: [] };
    expect(renderState(published)).toEqual({ btc: nothing, crypto: { asset: "crypto", ...nothing } });
  });

  test("is the same object until the score, the days or the long chart change", () => {
    const published = samplePublished();
    const state = renderState(published);
    published.show({ score: { ...score }, market: { ...market, btcPrice: { ...market.btcPrice, value: 1 } } });
    showHistory(published, { rows: sampleRows() });
    expect(renderState(published)).toBe(state);
    showHistory(published, { settled: HISTORY_CONTEXT.settled });
    const settled = { phase: expect.any(String), since: expect.any(Number) };
    expect(renderState(published).btc).toEqual({ ...state.btc, now: { ...state.btc.now, settled } });
    published.record.put(SAMPLE_RECORD);
    expect(renderState(published)).toMatchObject({ cycle: { turns: expect.any(Array) } });
    published.show({ score: { ...score, computedAt: instantOf("2026-11-21T08:05:00Z") } });
    expect(renderState(published).computedAt).not.toBe(state.computedAt);
    expect(renderState(published).btc.days).toEqual(state.btc.days);
    showHistory(published, { rows: sampleRows("2026-11-22") });
    expect(renderState(published).btc.days).not.toEqual(state.btc.days);
  });

  test("has no days unless there are 30, as the public history", () => {
    const published = samplePublished();
    expect(renderState(published).btc.days).toHaveLength(30);
    expect(renderState(published).btc.days.at(-1)).toEqual({
      date: "2026-11-21",
      score: 44.1,
      phase: "BULL",
      priceUsd: 80_029.13,
    });
    showHistory(published, { rows: sampleRows("2026-11-21", 29) });
    expect(renderState(published).btc.days).toEqual([]);
  });

  test("is seen as fresh or stale, or without a score", () => {
    const state = renderState(samplePublished());
    expect(viewOf(state, true, "btc").now?.isStale).toBe(true);
    expect(viewOf(state, false, undefined).now?.isStale).toBe(false);
    expect(viewOf(renderState(new Published()), false, "btc")).toEqual({ now: undefined, days: [] });
  });
});
