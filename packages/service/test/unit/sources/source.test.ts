import { type Instant, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Observation } from "../../../src/domain/observation.js";
import type { DataRequest } from "../../../src/ingest/data-source.js";
import { apiUrl, source } from "../../../src/sources/source.js";
import { canned } from "../../support/canned-source.js";

describe("the URL of a call", () => {
  test.each([
    ["https://api.kraken.com", "/0/public", "/Ticker", "https://api.kraken.com/0/public/Ticker"],
    ["https://api.kraken.com/", "/0/public", "/Ticker", "https://api.kraken.com/0/public/Ticker"],
    ["http://mirror:8080/kraken", "/0/public", "/Ticker", "http://mirror:8080/kraken/0/public/Ticker"],
    ["http://mirror/kraken/0/public", "/0/public", "/Ticker", "http://mirror/kraken/0/public/Ticker"],
    ["http://mirror/api/v2/", "/api/v2", "/ticker/btcusd/", "http://mirror/api/v2/ticker/btcusd/"],
    ["http://mirror/xapi/v2", "/api/v2", "/ticker/btcusd/", "http://mirror/xapi/v2/api/v2/ticker/btcusd/"],
    ["http://mirror/a?b=c#d", "", "/fng/", "http://mirror/a/fng/"],
  ])("%s with %s and %s is %s", (base, root, path, url) => {
    expect(apiUrl(new URL(base), root, path).href).toBe(url);
  });

  test("carries its query escaped", () => {
    const url = apiUrl(new URL("http://h"), "", "/p", { s: '["A"]', n: 2 });
    expect(url.searchParams.get("s")).toBe('["A"]');
    expect(url.search).toBe("?s=%5B%22A%22%5D&n=2");
  });
});

describe("a source", () => {
  const close: Observation = {
    metric: "btc-close",
    source: "one",
    observedAt: instant(0),
    fetchedAt: instant(1),
    value: 7,
  };
  const one = source({
    name: "one",
    title: "One",
    gives: "closes of Bitcoin",
    baseUrl: "http://one.test",
    link: "http://one.test",
    license: "",
    attribution: "",
    spacingFactor: 1,
    root: "",
    lists: (coin) => coin === "btc",
    open: () => ({
      dominance: async () => [],
      async *daily() {
        yield [];
        yield [close];
      },
    }),
  }).open(canned());
  const span = { from: utcDay("2026-11-20"), to: utcDay("2026-11-21") };

  async function pagesOf(request: DataRequest) {
    const pages: (readonly Observation[])[] = [];
    for await (const page of one.observe(request, new AbortController().signal)) pages.push(page);
    return pages;
  }

  test("gives no page without a row, so that silence never counts as an answer", async () => {
    expect(await pagesOf({ kind: "dominance" })).toEqual([]);
    expect(await pagesOf({ kind: "daily", coin: "btc", ...span })).toEqual([[close]]);
  });

  test("answers what it has, of coins that it lists", async () => {
    expect(one.answers({ kind: "dominance" })).toBe(true);
    expect(one.answers({ kind: "daily", coin: "btc", ...span })).toBe(true);
    expect(one.answers({ kind: "daily", coin: "eth", ...span })).toBe(false);
    expect(one.answers({ kind: "prices", coins: ["btc"] })).toBe(false);
    expect(await pagesOf({ kind: "prices", coins: ["btc"] })).toEqual([]);
  });
});

function instant(ms: number): Instant {
  return ms as Instant;
}
