import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { DataRequest } from "../../../src/ingest/data-source.js";
import { coingecko } from "../../../src/sources/coingecko.js";
import { brief, canned, fixture, observed } from "../../support/canned-source.js";

const PRICES: DataRequest = { kind: "prices", coins: ["btc", "eth", "sol"] };

describe("CoinGecko's dominance", () => {
  test("is a percentage with its own time", async () => {
    const source = canned(fixture("coingecko-global"));
    expect(brief(await observed(coingecko.open(source), { kind: "dominance" }))).toEqual([
      ["2026-11-21T04:09", 57.2113],
    ]);
    expect(source.asked.map(String)).toEqual(["http://source.test/api/v3/global"]);
  });

  test.each([
    ["stale", (data: Record<string, unknown>) => ({ ...data, updated_at: 1795220000 }), "implausible"],
    [
      "a fraction",
      (data: Record<string, unknown>) => ({ ...data, market_cap_percentage: { btc: 0.572 } }),
      "implausible",
    ],
    [
      "without Bitcoin",
      (data: Record<string, unknown>) => ({ ...data, market_cap_percentage: { eth: 12 } }),
      "malformed",
    ],
    ["null", (data: Record<string, unknown>) => ({ ...data, market_cap_percentage: { btc: null } }), "malformed"],
    ["absent", () => undefined, "malformed"],
  ])("that is %s is refused", async (_name, change, fault) => {
    const payload = { data: change(fixture("coingecko-global").data) };
    await expect(observed(coingecko.open(canned(payload)), { kind: "dominance" })).rejects.toMatchObject({ fault });
  });

  test("may be text", async () => {
    const payload = fixture("coingecko-global");
    payload.data.market_cap_percentage.btc = "57.2113";
    payload.data.updated_at = String(payload.data.updated_at);
    expect(await observed(coingecko.open(canned(payload)), { kind: "dominance" })).toHaveLength(1);
  });
});

describe("CoinGecko's live prices", () => {
  test("come in one call, each with its own time; a coin that is not there is absent", async () => {
    const source = canned(fixture("coingecko-simple-price"));
    const all = await observed(coingecko.open(source), PRICES);
    expect(all.map((each) => [each.metric, each.value])).toEqual([
      ["btc-price", 84381],
      ["eth-price", 2933.1],
    ]);
    expect(source.asked[0]?.searchParams.get("ids")).toBe("bitcoin,ethereum,solana");
  });

  test("that lack a value or its time are absent", async () => {
    const payload = fixture("coingecko-simple-price");
    payload.bitcoin.usd = "n/a";
    payload.solana = { usd: 141.2 };
    const all = await observed(coingecko.open(canned(payload)), PRICES);
    expect(all.map((each) => each.metric)).toEqual(["eth-price"]);
    await expect(observed(coingecko.open(canned({})), PRICES)).rejects.toMatchObject({ fault: "malformed" });
  });

  test("are asked for once when the quota is used up", async () => {
    const source = canned(new SourceError("coingecko", "throttled", "x"));
    await expect(observed(coingecko.open(source), PRICES)).rejects.toMatchObject({ fault: "throttled" });
    expect(source.asked).toHaveLength(1);
  });

  test("that are all stale are implausible", async () => {
    const stale = fixture("coingecko-simple-price");
    for (const entry of Object.values<{ last_updated_at: number }>(stale)) entry.last_updated_at -= 3600;
    await expect(observed(coingecko.open(canned(stale)), PRICES)).rejects.toMatchObject({ fault: "implausible" });
  });
});
