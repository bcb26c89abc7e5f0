import { getDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { SOURCE_NAMES as SIMULATED_SOURCES } from "peak-cycle-simulator";
import { expect, onTestFinished, test } from "vitest";
import { hostileServer, html, json } from "../../../../chain/test/support/hostile-server.js";
import { inOrder, openSources, SOURCES, type SourcesConfig } from "../../../src/sources/all.js";
import { alternativeMe } from "../../../src/sources/alternative-me.js";
import { coinMetrics } from "../../../src/sources/coin-metrics.js";
import { coingecko } from "../../../src/sources/coingecko.js";
import { kindsOf, SOURCE_NAMES, type SourceName } from "../../../src/sources/order.js";
import { briskClock, fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const urls = Object.fromEntries(SOURCES.map(({ name, baseUrl }) => [name, new URL(baseUrl)])) as SourcesConfig["urls"];
const config = { urls, keys: {}, disabled: new Set<SourceName>(), spacingMs: 1000, userAgent: "peak/1 (+http://x)" };
const opened = (...disabled: SourceName[]) =>
  openSources({ ...config, disabled: new Set(disabled) }, fakeClock("2026-11-21T04:12:10Z"), quietLog());
const names = (sources: readonly { readonly name: string }[]) => sources.map(({ name }) => name);

test("each address of a source has seconds to connect, so that one that leads nowhere does not hide the others", () => {
  opened();
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThanOrEqual(2000);
});

test("a source that is switched off is not opened", () => {
  expect(names(opened("brk", "kraken"))).toEqual(SOURCE_NAMES.filter((name) => name !== "brk" && name !== "kraken"));
});

test("sources are asked in the order of the table, and only for coins that they have", () => {
  expect(names(inOrder(opened(), "btc-close"))).toEqual(["coin-metrics", "bitstamp", "kraken", "binance", "brk"]);
  expect(names(inOrder(opened(), "bnb-close"))).toEqual(["binance"]);
  expect(names(inOrder(opened("coingecko"), "dominance"))).toEqual(["coinpaprika"]);
});

test("what the table says of a source is what its file has", () => {
  for (const source of SOURCES) {
    const [kinds, has] = [
      kindsOf(source.name),
      (name: "prices" | "dominance" | "history") => source[name] !== undefined,
    ];
    const isAskedForPast = kinds.some((kind) => kind !== "prices" && kind !== "dominance");
    expect([source.name, has("prices"), has("dominance"), has("history")]).toEqual([
      ...[source.name, kinds.includes("prices"), kinds.includes("dominance"), isAskedForPast],
    ]);
  }
  expect(kindsOf("nobody")).toEqual([]);
});

test("sources whose terms forbid this use are not in the list", () => {
  expect(JSON.stringify(SOURCES)).not.toMatch(/coinbase|blockchain\.(com|info)/i);
});

test("the credits that are owed are worded as asked", () => {
  expect(coinMetrics.attribution).toBe("On-chain and price data: Coin Metrics Community Data, CC BY-NC 4.0 (modified)");
  expect(coinMetrics.license).toContain("https://creativecommons.org/licenses/by-nc/4.0/");
  expect(alternativeMe.attribution).toBe("Source: alternative.me");
  expect(coingecko.attribution).toBe("Powered by CoinGecko");
});

test("a free key goes to its source in the documented header, to no other, and into no log", async () => {
  const server = await hostileServer();
  onTestFinished(() => server.close());
  const log = quietLog();
  const here = Object.fromEntries(SOURCES.map(({ name }) => [name, server.url])) as SourcesConfig["urls"];
  const keyed = { ...config, urls: here, keys: { coingecko: "CG-s3cret" }, spacingMs: 0 };
  const sources = openSources(keyed, briskClock("2026-11-21T04:12:10Z"), log);
  const told: string[] = [];
  for (const [answer, times] of [
    [json({ status: { error_code: 10_002, error_message: "invalid key CG-s3cret" } }, 401), 1],
    [html(503), 2],
    [json({ data: "CG-s3cret" }), 1],
  ] as const) {
    for (const source of inOrder(sources, "dominance")) {
      server.answer(answer);
      await source
        .dominance?.(source.client, new AbortController().signal)
        .catch((error: Error) => told.push(String(error.stack)));
      const keys = server.seen.map(({ headers }) => headers["x-cg-demo-api-key"]);
      expect(keys).toEqual(
        Array.from({ length: times }, () => (source.name === "coingecko" ? "CG-s3cret" : undefined)),
      );
    }
  }
  expect(told).toHaveLength(6);
  expect(JSON.stringify([told, log.lines])).not.toContain("s3cret");
});

test("the simulator has every source of the list, and no other", () => {
  expect([...SIMULATED_SOURCES].sort()).toEqual([...SOURCE_NAMES].sort());
});
