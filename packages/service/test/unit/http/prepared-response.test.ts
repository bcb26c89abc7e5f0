import { describe, expect, test } from "vitest";
import { currentResponse } from "../../../src/http/endpoints/current.js";
import { historyResponse } from "../../../src/http/endpoints/history.js";
import type { PreparedResponse } from "../../../src/http/response-variants.js";
import { Published } from "../../../src/publish/published.js";
import { fakeClock } from "../../support/fake-clock.js";
import { publishSample, sampleRows, sampleSnapshot } from "./samples.js";

function field({ head }: PreparedResponse, name: string): string | undefined {
  const at = head.indexOf(name);
  return at === -1 ? undefined : head[at + 1];
}

function answering(at = "2026-11-21T07:06:00Z") {
  const clock = fakeClock(at);
  const published = new Published();
  const deps = { clock, published };
  return { ...deps, answers: { currentResponse: currentResponse(deps), historyResponse: historyResponse(deps) } };
}

function shown(at?: string) {
  const running = answering(at);
  publishSample(running.published);
  running.published.history.put(sampleRows());
  return running;
}

describe("the public answers", () => {
  test("are missing until the score, the three figures and the 30 days are published", () => {
    const { answers, published } = answering();
    const { score, market } = sampleSnapshot();
    published.score.put(score);
    published.market.put({ btcPrice: market.btcPrice, fearGreed: market.fearGreed });
    published.history.put(sampleRows("2026-11-21", 29));
    expect([answers.currentResponse(), answers.historyResponse()]).toEqual([undefined, undefined]);
    published.market.put(market);
    published.history.put(sampleRows());
    expect([answers.currentResponse(), answers.historyResponse()]).not.toContain(undefined);
    published.history.put([]);
    expect(answers.historyResponse()).toBeUndefined();
  });

  test("turn stale on the millisecond, without anything being shown again", async () => {
    const { clock, answers } = shown("2026-11-21T09:05:00.250Z");
    const fresh = answers.currentResponse()!.identity;
    expect(JSON.parse(String(fresh.whole.body)).btc.stale).toBe(false);
    expect(field(fresh.whole, "Cache-Control")).toContain("max-age=0,");
    await clock.advance(1);
    const stale = answers.currentResponse()!.identity;
    expect(JSON.parse(String(stale.whole.body)).btc.stale).toBe(true);
    expect(stale.etag).not.toBe(fresh.etag);
    expect(field(stale.whole, "Cache-Control")).toContain("max-age=60,");
  });

  test("turn fresh again when the clock is set back", async () => {
    const { clock, answers } = shown("2026-11-21T09:05:01Z");
    expect(String(answers.currentResponse()!.identity.whole.body)).toContain('"stale":true');
    await clock.advance(-1000);
    expect(String(answers.currentResponse()!.identity.whole.body)).toContain('"stale":false');
  });

  test("are the same object until a header or the body changes", async () => {
    const { clock, answers } = shown();
    const before = [answers.currentResponse(), answers.historyResponse()];
    await clock.advance(30_000);
    expect(answers.currentResponse()).toBe(before[0]);
    expect(answers.historyResponse()).toBe(before[1]);
  });

  test("refuse broken numbers with an error of whoever puts them, and nobody sees these", () => {
    const { answers, published } = shown();
    const before = [answers.currentResponse(), answers.historyResponse()];
    const values = [published.market.get(), published.history.get()];
    expect(() => published.market.put(sampleSnapshot(undefined, Number.NaN).market)).toThrow(RangeError);
    const gap = [...sampleRows("2026-11-20", 29), ...sampleRows("2026-11-23", 1)];
    expect(() => published.history.put(gap)).toThrow("days must follow each other");
    expect([answers.currentResponse(), answers.historyResponse()]).toEqual(before);
    expect([published.market.get(), published.history.get()]).toEqual(values);
  });
});
