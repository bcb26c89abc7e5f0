import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { NO_STORE } from "../../../src/http/cache-control.js";
import { currentResponder } from "../../../src/http/endpoints/current.js";
import { historyResponder } from "../../../src/http/endpoints/history.js";
import { memoizedResponder } from "../../../src/http/responders.js";
import type { PreparedResponse, Responder } from "../../../src/http/response-variants.js";
import { Published } from "../../../src/published/published.js";
import { fakeClock } from "../../support/fake-clock.js";
import { showHistory } from "../../support/show-history.js";
import { publishSample, sampleRows, sampleSnapshot } from "./samples.js";

const ask = (respond: Responder, headers: IncomingMessage["headers"] = {}) =>
  respond({ headers } as IncomingMessage, "") as PreparedResponse;

function field({ head }: PreparedResponse, name: string): string | undefined {
  const at = head.indexOf(name);
  return at === -1 ? undefined : head[at + 1];
}

describe("the two metered answers", () => {
  function answering(at = "2026-11-21T07:06:00Z") {
    const deps = { clock: fakeClock(at), published: new Published() };
    const [current, history] = [currentResponder(deps), historyResponder(deps)];
    return { ...deps, current: () => ask(current), history: () => ask(history) };
  }

  function shown(at?: string) {
    const running = answering(at);
    publishSample(running.published);
    showHistory(running.published, { rows: sampleRows() });
    return running;
  }

  test("are missing until the score, the three figures and the 30 days are published", () => {
    const { current, history, published } = answering();
    const { score, market } = sampleSnapshot();
    published.show({ score, market: { btcPrice: market.btcPrice, fearGreed: market.fearGreed } });
    showHistory(published, { rows: sampleRows("2026-11-21", 29) });
    expect([current().status, history().status]).toEqual([503, 503]);
    published.show({ market });
    showHistory(published, { rows: sampleRows() });
    expect([current().status, history().status]).toEqual([200, 200]);
    showHistory(published, { rows: [] });
    expect(history().status).toBe(503);
  });

  test("turn stale on the millisecond, without anything being shown again, and fresh when the clock is set back", async () => {
    const { clock, current } = shown("2026-11-21T09:05:00.250Z");
    const fresh = current();
    expect(JSON.parse(String(fresh.body)).btc.stale).toBe(false);
    expect(field(fresh, "Cache-Control")).toContain("max-age=0,");
    await clock.advance(1);
    const stale = current();
    expect(JSON.parse(String(stale.body)).btc.stale).toBe(true);
    expect(field(stale, "ETag")).not.toBe(field(fresh, "ETag"));
    expect(field(stale, "Cache-Control")).toContain("max-age=60,");
    await clock.advance(-1);
    expect(String(current().body)).toContain('"stale":false');
  });

  test("are the same object until a header or the body changes", async () => {
    const { clock, current, history } = shown();
    const before = [current(), history()];
    await clock.advance(30_000);
    expect(current()).toBe(before[0]);
    expect(history()).toBe(before[1]);
  });

  test("refuse broken numbers with an error of whoever puts them, and nobody sees these", () => {
    const { current, history, published } = shown();
    const before = [current(), history()];
    const values = [published.now.get(), published.history.get()];
    expect(() => published.show({ market: sampleSnapshot(undefined, Number.NaN).market })).toThrow(RangeError);
    const gap = [...sampleRows("2026-11-20", 29), ...sampleRows("2026-11-23", 1)];
    expect(() => showHistory(published, { rows: gap })).toThrow("days must follow each other");
    expect([current(), history()]).toEqual(before);
    expect([published.now.get(), published.history.get()]).toEqual(values);
  });
});

describe("an answer about a thing that can be replaced", () => {
  /** And how often its text was made. */
  function about(
    first: { readonly says: string; readonly part?: object } | undefined,
    bodyOf = (text: string): string | Uint8Array => text,
  ) {
    const state = { source: first, made: 0, cacheControl: "a" };
    const respond = memoizedResponder(fakeClock("2026-11-21T07:06:00Z"), {
      headers: { contentType: "text/plain" },
      source: () => state.source && { ...state.source },
      body: ({ says }) => {
        state.made++;
        return bodyOf(says);
      },
      cacheControl: () => state.cacheControl,
    });
    return { state, respond, body: () => String(ask(respond).body) };
  }

  test("is 503 before there is one, and when it is gone", () => {
    const { state, respond, body } = about(undefined);
    expect(ask(respond).status).toBe(503);
    state.source = { says: "hello" };
    expect(body()).toBe("hello");
    state.source = undefined;
    expect(ask(respond).status).toBe(503);
  });

  test("is made on the first request after a part of it has changed, at once, and never again", () => {
    const part = {};
    const { state, respond, body } = about({ says: "one", part });
    expect(state.made).toBe(0);
    expect(ask(respond)).toBe(ask(respond));
    state.source = { says: "one", part };
    expect([body(), state.made]).toEqual(["one", 1]);
    state.source = { says: "two", part };
    expect([body(), state.made]).toEqual(["two", 2]); // in the same millisecond
    state.source = { says: "two", part: {} };
    expect([body(), state.made]).toEqual(["two", 3]);
  });

  test("has another head alone when the time changes for which it may be kept", () => {
    const { state, respond } = about({ says: "one" });
    const br = () => ask(respond, { "accept-encoding": "br" });
    const before = br();
    state.cacheControl = NO_STORE;
    expect(field(br(), "Cache-Control")).toBe(NO_STORE);
    expect([state.made, br().body === before.body]).toEqual([1, true]);
  });

  test("is held once for every client when it is made of bytes", () => {
    const { respond } = about({ says: "one" }, Buffer.from);
    const gzip = ask(respond, { "accept-encoding": "gzip" });
    expect(ask(respond, { "accept-encoding": "br" })).toBe(gzip);
    expect(gzip.head).not.toContain("Content-Encoding");
  });
});
