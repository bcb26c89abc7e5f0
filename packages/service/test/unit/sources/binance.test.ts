import { type Instant, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { binance } from "../../../src/sources/binance.js";
import { brief, canned, type DataRequest, fixture, observed, open } from "../../support/canned-source.js";

const PRICES: DataRequest = { kind: "prices", coins: ["btc", "eth", "bnb", "usdt"] };
const DAILY: DataRequest = { kind: "sol-close", from: utcDay("2026-11-18"), to: utcDay("2026-11-21") };
const build = (source: ReturnType<typeof canned>, rate: number | undefined = 0.999) =>
  open(binance, { ...source, tetherUsd: rate });

describe("Binance's live prices", () => {
  test("are fetched in one call and converted to dollars", async () => {
    const source = canned(fixture("binance-prices"));
    const all = await observed(build(source), PRICES);
    expect(source.asked[0]?.searchParams.get("symbols")).toBe('["BTCUSDT","ETHUSDT","BNBUSDT"]');
    expect(all.map((each) => each.metric)).toEqual(["btc-price", "eth-price", "bnb-price"]);
    expect(all[0]?.value).toBeCloseTo(84391.27 * 0.999, 9);
  });

  test("are converted to dollars at 0.90, too", async () => {
    const [btc] = await observed(build(canned(fixture("binance-prices")), 0.9), PRICES);
    expect(btc?.value).toBeCloseTo(84391.27 * 0.9, 9);
  });

  test("are not requested while the price of tether is unknown", async () => {
    const answers = canned(fixture("binance-prices"));
    const source = open(binance, { ...answers, tetherUsd: undefined });
    const message = "binance: not asked: the rate of tether is unknown";
    await expect(observed(source, PRICES)).rejects.toMatchObject({ fault: "not_asked", message });
    expect(answers.asked).toEqual([]);
  });

  test("drop an entry that is not a price", async () => {
    const payload = [{ symbol: null }, "busy", ...fixture("binance-prices")];
    expect(await observed(build(canned(payload)), PRICES)).toHaveLength(3);
  });
});

describe("Binance's daily closes", () => {
  /** The closes, each with this price of tether. */
  const closes = (tetherUsd: (at: Instant) => number | undefined) => {
    const { client } = open(binance, canned(fixture("binance-klines"), []));
    return binance.history(client, "sol-close", DAILY, new AbortController().signal, tetherUsd);
  };
  const NEWEST = Date.parse("2026-11-21T00:00:00Z");

  test("are converted to dollars at the price of tether at the time", async () => {
    const all = await closes((at) => (at === NEWEST ? 0.9 : 1));
    expect(brief(all)).toEqual([
      ["2026-11-19T00:00", 83944.9],
      ["2026-11-20T00:00", 84655.2],
      ["2026-11-21T00:00", 84012.3 * 0.9],
    ]);
  });

  test("exclude the day for which the price of tether is unknown", async () => {
    expect(await closes((at) => (at === NEWEST ? undefined : 1))).toHaveLength(2);
  });

  test("are not requested if the price of tether is unknown for all their days", async () => {
    await expect(closes(() => undefined)).rejects.toThrow("not asked: the rate of tether is unknown");
  });

  test("end when a page brings nothing new", async () => {
    const source = canned(fixture("binance-klines"));
    expect(
      await observed(build(source), { ...DAILY, from: utcDay("2026-01-01"), to: utcDay("2026-11-20") }),
    ).toHaveLength(4);
    expect(source.asked.length).toBeLessThanOrEqual(2);
  });
});

test.each([
  [{ code: -1003, msg: "Too much request weight used" }, "throttled"],
  [{ code: -1121, msg: "Invalid symbol." }, "unlisted"],
])("Binance reports an error with %j: %s", (body, fault) => {
  expect(binance.faultIn(body)).toBe(fault);
});
