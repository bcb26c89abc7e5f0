import { expect, test } from "vitest";
import { allUpstreams } from "../../../src/sources/all-upstreams.js";
import { overrideVariable, SOURCE_NAMES, SOURCES, type SourceName } from "../../../src/sources/source-table.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const urls = Object.fromEntries(SOURCE_NAMES.map((name) => [name, new URL(SOURCES[name].defaultUrl)])) as Record<
  SourceName,
  URL
>;
const build = (...disabled: SourceName[]) =>
  allUpstreams({
    clock: fakeClock("2026-11-21T04:12:10Z"),
    log: quietLog(),
    config: { urls, disabled: new Set(disabled), spacingMs: 1000, userAgent: "peak/1 (+http://x)" },
    tetherRate: () => undefined,
  }).map((each) => each.name);

test("every source of the table is built under its own name", () => expect(build()).toEqual([...SOURCE_NAMES]));

test("a source that is switched off is not built", () => {
  expect(build("brk", "kraken")).toEqual(SOURCE_NAMES.filter((name) => name !== "brk" && name !== "kraken"));
});

test("every source has a secure address, a link, a license line and a credit", () => {
  for (const row of Object.values(SOURCES)) {
    expect(new URL(row.defaultUrl).protocol).toBe("https:");
    expect(new URL(row.defaultUrl).pathname).toBe("/");
    expect(new URL(row.link).protocol).toBe("https:");
    for (const text of [row.gives, row.title, row.license, row.attribution]) expect(text).not.toBe("");
  }
});

test("sources whose terms forbid this use are not in the table", () => {
  expect(JSON.stringify(SOURCES)).not.toMatch(/coinbase|blockchain\.(com|info)/i);
});

test("the credits that are owed are worded as asked", () => {
  expect(SOURCES["coin-metrics"].attribution).toBe(
    "On-chain and price data: Coin Metrics Community Data, CC BY-NC 4.0 (modified)",
  );
  expect(SOURCES["coin-metrics"].license).toContain("https://creativecommons.org/licenses/by-nc/4.0/");
  expect(SOURCES["alternative-me"].attribution).toBe("Source: alternative.me");
  expect(SOURCES.coingecko.attribution).toBe("Powered by CoinGecko");
});

test("a base URL is overridden by a variable named after the source", () => {
  expect(overrideVariable("alternative-me")).toBe("UPSTREAM_ALTERNATIVE_ME_URL");
});
