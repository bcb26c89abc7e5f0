import { DAY_MS, HOUR_MS, instantOf, plus, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { type InputKey, inputPanel, type PanelParts } from "../../../src/domain/input-panel.js";
import { sampleInput } from "../../support/sample-extras.js";

const NOW = instantOf("2026-11-21T07:06:00Z");
const TODAY = utcDay("2026-11-21");
const YESTERDAY = utcDay("2026-11-20");
const AT_06 = instantOf("2026-11-21T06:00:00Z");
const before = (hours: number) => plus(NOW, -hours * HOUR_MS);
const doubt = (hours: number) => ({ since: before(hours), kind: "tie", why: "a tie" }) as const;

function inputIn(key: InputKey, parts: Partial<PanelParts>) {
  return inputPanel({ inputs: [], market: {}, newestRow: TODAY, ...parts }, NOW).find((each) => each.key === key);
}

describe("the state of an input in the panel", () => {
  test.each([
    ["ok", {}],
    ["unsure", { unsure: doubt(1), replacedSince: before(1) }],
    ["silent", { agreeing: 0, silent: [{ source: "kraken", since: before(1) }] }],
    ["replaced", { replacedSince: before(1), unconfirmedSince: before(1) }],
    ["unconfirmed", { unconfirmedSince: before(1) }],
    ["ok", { agreeing: 0 }],
    ["off", { enabled: 0, agreeing: 0, unsure: doubt(1) }],
  ])("is %s with %o", (health, changes) => {
    expect(inputIn("mvrv", { inputs: [sampleInput("mvrv", changes)] })).toMatchObject({ health });
  });

  test("is unknown before its first request", () => {
    expect(inputIn("mvrv", {})).toMatchObject({ health: "unknown", source: undefined, observedAt: undefined });
  });

  test("has no doubts about a source that was switched off", () => {
    const off = sampleInput("mvrv", { enabled: 0, unsure: doubt(9), replacedSince: before(9) });
    expect(inputIn("mvrv", { inputs: [off] })).toMatchObject({ unsure: undefined, replacedSince: undefined });
  });
});

test("the live price in the panel is the published one, which is newer than the last check of all sources", () => {
  const newer = { value: 80_000, source: "bitstamp", observedAt: NOW, fetchedAt: NOW };
  const inputs = [sampleInput("btc-price", { agreeing: 4, enabled: 4, observedAt: before(1) })];
  const shown = inputIn("btc_price", { inputs, market: { btcPrice: newer } });
  expect(shown).toMatchObject({ source: "bitstamp", observedAt: NOW, agreeing: 4, health: "ok" });
  const older = inputIn("btc_price", { inputs, market: { btcPrice: { ...newer, observedAt: before(2) } } });
  expect(older).toMatchObject({ source: "kraken", observedAt: before(1) });
});

test("a major coin has the source of its live price, and its doubts date from the earlier of price and close", () => {
  const live = sampleInput("eth-price", { refused: [{ source: "binance", value: 1, since: before(1) }] });
  const close = sampleInput("eth-close", {
    ...{ source: "coin-metrics", unsure: doubt(3), replacedSince: before(2) },
    refused: ["binance", "kraken"].map((source) => ({ source, value: 1, since: before(4) })),
  });
  const input = inputIn("eth", { inputs: [live, close] });
  expect(input).toMatchObject({ source: "kraken", health: "unsure", unsure: doubt(3), replacedSince: before(2) });
  expect(input?.refused.map(({ source, since }) => [source, since])).toEqual([
    ["binance", before(4)],
    ["kraken", before(4)],
  ]);
});

describe("the price at 06:00 UTC in the panel", () => {
  const asked = sampleInput("btc-hour-close", {
    notedAt: before(0),
    unsure: { ...doubt(0), since: plus(AT_06, 1000) },
  });

  test("is shown while a row waits for it", () => {
    expect(inputIn("btc_price_0600", { inputs: [asked], newestRow: YESTERDAY })).toMatchObject({ health: "unsure" });
  });

  test("is not shown once the row exists, even if it was unsure before", () => {
    expect(inputIn("btc_price_0600", { inputs: [asked] })).toBeUndefined();
  });

  test("is not shown if it was last requested for an earlier row, nor before the first row", () => {
    const old = { ...asked, notedAt: plus(NOW, -DAY_MS) };
    expect(inputIn("btc_price_0600", { inputs: [old], newestRow: YESTERDAY })).toBeUndefined();
    expect(inputIn("btc_price_0600", { inputs: [asked], newestRow: undefined })).toBeUndefined();
  });

  test("is unsure since 06:00 at the earliest, not since an earlier row", () => {
    const weeks = { ...asked, unsure: doubt(500), replacedSince: before(500) };
    const input = inputIn("btc_price_0600", { inputs: [weeks], newestRow: YESTERDAY });
    expect(input).toMatchObject({ unsure: { since: AT_06 }, replacedSince: AT_06 });
  });
});
