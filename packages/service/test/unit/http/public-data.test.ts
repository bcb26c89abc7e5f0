import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { publicData } from "../../../src/http/public-data.js";
import { type PreparedResponse, selectVariant } from "../../../src/http/response-variants.js";
import { fakeClock } from "../../support/fake-clock.js";
import { sampleRows, sampleSnapshot } from "./samples.js";

function field({ head }: PreparedResponse, name: string): string | undefined {
  const at = head.indexOf(name);
  return at === -1 ? undefined : head[at + 1];
}

function shown(at = "2026-11-21T07:06:00Z") {
  const clock = fakeClock(at);
  const answers = publicData(clock);
  answers.showSnapshot(sampleSnapshot());
  answers.showHistory(sampleRows());
  return { clock, answers };
}

describe("the public answers", () => {
  test("are missing until something is shown", () => {
    const answers = publicData(fakeClock("2026-11-21T07:06:00Z"));
    expect([answers.currentResponse(), answers.historyResponse(), answers.snapshot()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("hold no history while the 30 days are not complete", () => {
    const { answers } = shown();
    answers.showHistory(sampleRows("2026-11-21", 29));
    expect(answers.historyResponse()).toBeUndefined();
    answers.showHistory([]);
    expect(answers.historyResponse()).toBeUndefined();
  });

  test("come in three encodings of the same text, each with its own strong tag", () => {
    for (const answer of [shown().answers.currentResponse()!, shown().answers.historyResponse()!]) {
      const text = String(answer.identity.whole.body);
      expect(brotliDecompressSync(answer.br.whole.body).toString()).toBe(text);
      expect(gunzipSync(answer.gzip.whole.body).toString()).toBe(text);
      expect(new Set([answer.br.etag, answer.gzip.etag, answer.identity.etag]).size).toBe(3);
      for (const { whole } of [answer.br, answer.gzip, answer.identity]) {
        expect(field(whole, "Content-Length")).toBe(String(Buffer.byteLength(whole.body)));
        expect(field(whole, "Vary")).toBe("Accept-Encoding");
      }
      expect(field(answer.br.whole, "Content-Encoding")).toBe("br");
      expect(field(answer.identity.whole, "Content-Encoding")).toBeUndefined();
    }
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

  test("keep the last numbers when broken ones are shown", () => {
    const { answers } = shown();
    const before = answers.currentResponse();
    expect(() => answers.showSnapshot(sampleSnapshot(undefined, Number.NaN))).toThrow();
    expect(() => answers.showHistory([...sampleRows("2026-11-20", 29), ...sampleRows("2026-11-23", 1)])).toThrow();
    expect(answers.currentResponse()).toBe(before);
    expect(answers.historyResponse()).toBeDefined();
  });

  test("are 304 for a client that has the very bytes, also beside no-cache", () => {
    const answer = shown().answers.currentResponse()!;
    const ask = (headers: Record<string, string>) => selectVariant(answer, headers).status;
    expect(ask({ "if-none-match": answer.identity.etag, "cache-control": "no-cache" })).toBe(304);
    expect(ask({ "if-none-match": answer.gzip.etag, "accept-encoding": "gzip" })).toBe(304);
    expect(ask({ "if-none-match": answer.gzip.etag })).toBe(200);
    expect(ask({ "if-none-match": '"older"' })).toBe(200);
    expect(ask({})).toBe(200);
  });

  test("tell with 304 what they tell with 200, but nothing about a body", () => {
    const { whole, unchanged } = shown().answers.historyResponse()!.br;
    for (const name of ["ETag", "Cache-Control", "Vary", "RateLimit-Policy", "Access-Control-Allow-Origin"]) {
      expect(field(unchanged, name)).toBe(field(whole, name));
      expect(field(unchanged, name)).toBeDefined();
    }
    expect(field(unchanged, "Content-Length")).toBeUndefined();
    expect(field(whole, "RateLimit")).toBeUndefined();
  });
});
