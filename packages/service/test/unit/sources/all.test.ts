import { getDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { SOURCE_NAMES as SIMULATED_SOURCES } from "peak-cycle-simulator";
import { expect, onTestFinished, test } from "vitest";
import { hostileServer, html, json } from "../../../../verify/test/support/hostile-server.js";
import type { Metric } from "../../../src/domain/observation.js";
import { alternativeMe } from "../../../src/sources/alternative-me.js";
import { coinMetrics } from "../../../src/sources/coin-metrics.js";
import { coingecko } from "../../../src/sources/coingecko.js";
import { kindsOf, namesInOrder, SOURCE_NAMES, SOURCES } from "../../../src/sources/order.js";
import { hasDominance, hasHistory, hasPrices } from "../../../src/sources/source.js";
import { openSources, type SourcesConfig } from "../../../src/sources/sources.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const config: SourcesConfig = {
  urls: {},
  keys: {},
  disabled: new Set(),
  spacingMs: 1000,
  userAgent: "peak/1 (+http://x)",
};
const opened = (...disabled: string[]) =>
  openSources({ ...config, disabled: new Set(disabled) }, fakeClock("2026-11-21T04:12:10Z"), quietLog());
const names = (sources: readonly { readonly name: string }[]) => sources.map(({ name }) => name);

test("each address of a source has seconds to connect, so that an unreachable one does not hide the others", () => {
  opened();
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThanOrEqual(2000);
});

test("a source that is switched off is not opened", () => {
  expect(names(opened("brk", "kraken").all)).toEqual(
    SOURCE_NAMES.filter((name) => name !== "brk" && name !== "kraken"),
  );
});

test("sources are queried in the order of their list, regardless of the order in which they were opened", () => {
  const open = openSources(config, fakeClock("2026-11-21T04:12:10Z"), quietLog(), undefined, SOURCES.toReversed());
  const beforeImport = (metric: Metric) => namesInOrder(metric).filter((name) => name !== "import");
  expect(names(open.prices())).toEqual(namesInOrder("btc-price"));
  expect(names(open.histories("btc-close"))).toEqual(beforeImport("btc-close"));
  expect(names(open.dominance())).toEqual(namesInOrder("dominance"));
});

test("only coins and series that a source has are requested from it", () => {
  for (const { coins } of opened().prices("usdt")) expect(coins).toContain("usdt");
  expect(names(opened().histories("bnb-close"))).not.toContain("kraken");
  expect(names(opened("coingecko").dominance())).not.toContain("coingecko");
  expect(kindsOf("nobody")).toEqual([]);
});

test("each source is in the order of every kind of data it has", () => {
  for (const source of SOURCES) {
    const metrics = hasHistory(source) ? Object.keys(source.series) : [];
    if (hasPrices(source)) metrics.push("btc-price");
    if (hasDominance(source)) metrics.push("dominance");
    for (const metric of metrics as Metric[]) expect(namesInOrder(metric), metric).toContain(source.name);
  }
});

test("sources whose terms forbid this use are not in the list", () => {
  expect(JSON.stringify(SOURCES)).not.toMatch(/coinbase|blockchain\.(com|info)/i);
});

test("required credits have the required wording", () => {
  expect(coinMetrics.attribution).toBe("On-chain and price data: Coin Metrics Community Data, CC BY-NC 4.0 (modified)");
  expect(coinMetrics.license).toContain("https://creativecommons.org/licenses/by-nc/4.0/");
  expect(alternativeMe.attribution).toBe("Source: alternative.me");
  expect(coingecko.attribution).toBe("Powered by CoinGecko");
});

test("a free key is sent only to its source, in the documented header, and never logged", async () => {
  const server = await hostileServer();
  onTestFinished(() => server.close());
  const log = quietLog();
  const urls = Object.fromEntries(SOURCE_NAMES.map((name) => [name, server.url]));
  const keyed = { ...config, urls, keys: { coingecko: "CG-s3cret" }, spacingMs: 0 };
  const sources = openSources(keyed, fakeClock("2026-11-21T04:12:10Z"), log);
  const told: string[] = [];
  for (const answer of [
    html(404),
    json({ data: "CG-s3cret" }),
    json({ status: { error_code: 10_002, error_message: "invalid key CG-s3cret" } }, 401),
  ]) {
    for (const feed of sources.dominance()) {
      server.answer(answer);
      told.push(String((await feed.dominance(new AbortController().signal)).failure?.stack));
      const keys = server.seen.map(({ headers }) => headers["x-cg-demo-api-key"]);
      expect(keys).toEqual([feed.name === "coingecko" ? "CG-s3cret" : undefined]);
    }
  }
  expect(told).toHaveLength(6);
  expect(JSON.stringify([told, log.lines])).not.toContain("s3cret");
});

test("the simulator has exactly the sources of the list", () => {
  expect([...SIMULATED_SOURCES].sort()).toEqual([...SOURCE_NAMES].sort());
});
