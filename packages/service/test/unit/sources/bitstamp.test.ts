import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { bitstamp } from "../../../src/sources/bitstamp.js";
import { brief, canned, type DataRequest, fixture, observed, open } from "../../support/canned-source.js";

const DAILY: DataRequest = { kind: "btc-close", from: utcDay("2026-11-18"), to: utcDay("2026-11-21") };
const DAY_S = 86_400;

describe("Bitstamp's live prices", () => {
  test("are requested coin by coin and have their own time", async () => {
    const source = canned(fixture("bitstamp-ticker"));
    const all = await observed(open(bitstamp, source), { kind: "prices", coins: ["btc", "bnb", "xrp"] });
    expect(source.asked.map((url) => url.pathname)).toEqual(["/api/v2/ticker/btcusd/", "/api/v2/ticker/xrpusd/"]);
    expect(all.map((each) => each.metric)).toEqual(["btc-price", "xrp-price"]);
    expect(brief(all)[0]).toEqual(["2026-11-21T04:12", 84377.1]);
  });

  test("of one coin are kept when another coin's call fails", async () => {
    const gone = new SourceError("bitstamp", "unreachable", "x");
    const source = canned((url: URL) => (url.pathname.includes("eth") ? gone : fixture("bitstamp-ticker")));
    expect(await observed(open(bitstamp, source), { kind: "prices", coins: ["eth", "btc"] })).toHaveLength(1);
    await expect(observed(open(bitstamp, canned(gone)), { kind: "prices", coins: ["eth", "btc"] })).rejects.toBe(gone);
  });

  test("fail when the time for all coins is up", async () => {
    const late = new SourceError("bitstamp", "unreachable", "no response in time");
    const timer = new AbortController();
    const source = canned((url: URL) => {
      if (url.pathname.includes("btc")) return fixture("bitstamp-ticker");
      timer.abort(late);
      return late;
    });
    const request: DataRequest = { kind: "prices", coins: ["btc", "eth", "xrp"] };
    await expect(observed(open(bitstamp, source), request, timer.signal)).rejects.toBe(late);
    expect(source.asked).toHaveLength(2);
  });
});

describe("Bitstamp's closes", () => {
  test("are dated at the end of their period, and the running one is dropped", async () => {
    const source = canned(fixture("bitstamp-ohlc"));
    expect(brief(await observed(open(bitstamp, source), DAILY))).toEqual([
      ["2026-11-19T00:00", 83944.9],
      ["2026-11-20T00:00", 84655.2],
      ["2026-11-21T00:00", 84012.3],
    ]);
    expect(source.asked.map(String)).toEqual([
      `http://source.test/api/v2/ohlc/btcusd/?step=86400&limit=4&start=${1795219200 - 3 * DAY_S}`,
    ]);
  });

  test("are fetched page by page, and returned together", async () => {
    const source = canned((url: URL) => {
      const start = Number(url.searchParams.get("start"));
      const limit = Number(url.searchParams.get("limit"));
      return {
        data: { ohlc: Array.from({ length: limit }, (_, i) => ({ timestamp: start + i * DAY_S, close: "9" })) },
      };
    });
    const long: DataRequest = { ...DAILY, from: utcDay("2023-01-01"), to: utcDay("2026-11-20") };
    expect(await observed(open(bitstamp, source), long)).toHaveLength(long.to - long.from + 1);
    expect(source.asked.map((url) => url.searchParams.get("limit"))).toEqual(["1000", "420"]);
  });

  test.each([
    ["no rows", { data: { pair: "BTC/USD", ohlc: [] } }, "malformed"],
    ["another pair", { data: { ...fixture("bitstamp-ohlc").data, pair: "BTC/EUR" } }, "malformed"],
  ])("as %s are rejected", async (_name, payload, fault) => {
    await expect(observed(open(bitstamp, canned(payload)), DAILY)).rejects.toMatchObject({ fault });
  });
});

test.each([
  [{ response_code: "400.002" }, "throttled"],
  [{ response_code: "400.068" }, "refused"],
  [{ status: "error", reason: "x", code: "API0001" }, "refused"],
])("Bitstamp reports an error with %j: %s", (body, fault) => {
  expect(bitstamp.faultIn(body)).toBe(fault);
});
