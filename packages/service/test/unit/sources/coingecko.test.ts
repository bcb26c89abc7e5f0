import { describe, expect, test } from "vitest";
import { coingecko } from "../../../src/sources/coingecko.js";
import { brief, canned, type DataRequest, fixture, observed, open } from "../../support/canned-source.js";

const PRICES: DataRequest = { kind: "prices", coins: ["btc", "eth", "sol"] };

describe("CoinGecko's dominance", () => {
  test("is a percentage with its own time", async () => {
    const source = canned(fixture("coingecko-global"));
    expect(brief(await observed(open(coingecko, source), { kind: "dominance" }))).toEqual([
      ["2026-11-21T04:09", 57.2113],
    ]);
    expect(source.asked.map(String)).toEqual(["http://source.test/api/v3/global"]);
  });
});

describe("CoinGecko's live prices", () => {
  test("are fetched in one call, each with its own time; a missing coin is absent", async () => {
    const source = canned(fixture("coingecko-simple-price"));
    const all = await observed(open(coingecko, source), PRICES);
    expect(all.map((each) => [each.metric, each.value])).toEqual([
      ["btc-price", 84381],
      ["eth-price", 2933.1],
    ]);
    expect(source.asked[0]?.searchParams.get("ids")).toBe("bitcoin,ethereum,solana");
  });

  test("without a value or its time are dropped", async () => {
    const payload = fixture("coingecko-simple-price");
    payload.bitcoin.usd = "n/a";
    payload.solana = { usd: 141.2 };
    const all = await observed(open(coingecko, canned(payload)), PRICES);
    expect(all.map((each) => each.metric)).toEqual(["eth-price"]);
    await expect(observed(open(coingecko, canned({})), PRICES)).rejects.toMatchObject({ fault: "malformed" });
  });
});

test.each([
  [{ status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } }, "throttled"],
  [{ status: { error_code: 10005, error_message: "x" } }, "refused"],
  [{ error: { status: { error_code: 10012, error_message: "x" } } }, "refused"],
])("CoinGecko reports an error with %j: %s", (body, fault) => {
  expect(coingecko.faultIn(body)).toBe(fault);
});
