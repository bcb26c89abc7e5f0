import { describe, expect, test } from "vitest";
import { AT, askingSimulator, seconds } from "./ask.js";

const { ask, askAt } = askingSimulator();

describe("coingecko", () => {
  test("global tells dominance and the time of its last ten-minute renewal", async () => {
    const { json } = await ask("/coingecko/api/v3/global");
    expect(json.data.market_cap_percentage.btc).toBeGreaterThan(55);
    expect(json.data.market_cap_percentage.btc).toBeLessThan(59);
    expect(json.data.total_market_cap.usd).toBeGreaterThan(1e12);
    expect(json.data.updated_at).toBe(seconds("2026-11-21T07:30:00Z"));
  });

  test("a simple price holds what was asked for, as numbers", async () => {
    const bare = await ask("/coingecko/api/v3/simple/price?ids=bitcoin&vs_currencies=usd");
    expect(Object.keys(bare.json.bitcoin)).toEqual(["usd"]);
    const full = await ask(
      "/coingecko/api/v3/simple/price?ids=bitcoin,tether&vs_currencies=usd&include_market_cap=true&include_24hr_vol=true&include_24hr_change=true&include_last_updated_at=true",
    );
    expect(Object.keys(full.json)).toEqual(["bitcoin", "tether"]);
    expect(Object.keys(full.json.bitcoin)).toEqual([
      "usd",
      "usd_market_cap",
      "usd_24h_vol",
      "usd_24h_change",
      "last_updated_at",
    ]);
    expect(full.json.bitcoin.last_updated_at).toBe(seconds("2026-11-21T07:30:00Z"));
  });

  test("an unknown id is a 200 with nothing in it", async () => {
    const { status, json } = await ask("/coingecko/api/v3/simple/price?ids=nope&vs_currencies=usd");
    expect(status).toBe(200);
    expect(json).toEqual({});
  });

  test("markets are rows by market value, with nulls where nothing is known", async () => {
    const { json } = await ask(
      "/coingecko/api/v3/coins/markets?vs_currency=usd&ids=ethereum,bitcoin,ripple&price_change_percentage=24h,7d",
    );
    expect(json.map((row: { id: string }) => row.id)).toEqual(["bitcoin", "ethereum", "ripple"]);
    expect(json[1]).toMatchObject({ symbol: "eth", name: "Ethereum", market_cap_rank: 2, max_supply: null, roi: null });
    expect(json[1].price_change_percentage_7d_in_currency).toEqual(expect.any(Number));
    expect(json[1].last_updated).toBe("2026-11-21T07:30:00.000Z");
  });

  test("pages cut the rows", async () => {
    const { json } = await ask("/coingecko/api/v3/coins/markets?vs_currency=usd&per_page=2&page=2");
    expect(json.map((row: { market_cap_rank: number }) => row.market_cap_rank)).toEqual([3, 4]);
  });

  test("an unknown path is a JSON 404", async () => {
    const { status, json } = await ask("/coingecko/api/v3/coins/nope");
    expect(status).toBe(404);
    expect(json).toEqual({ error: "coin not found" });
  });
});

describe("coinpaprika", () => {
  test("global is one flat object of numbers and dates", async () => {
    const { json } = await ask("/coinpaprika/v1/global");
    expect(Number.isInteger(json.market_cap_usd)).toBe(true);
    expect(json.bitcoin_dominance_percentage).toBeCloseTo(57.4, 0);
    expect(json.last_updated).toBe(seconds("2026-11-21T07:30:00Z"));
    expect(Object.keys(json)).toHaveLength(11);
  });
});

describe("alternative.me", () => {
  test("one row by default, everything a string, with the time until the next", async () => {
    const { json } = await ask("/alternative-me/fng/");
    expect(json).toEqual({
      name: "Fear and Greed Index",
      data: [
        {
          value: expect.stringMatching(/^\d{1,3}$/),
          value_classification: expect.any(String),
          timestamp: String(seconds("2026-11-21")),
          time_until_update: String(seconds("2026-11-22") - seconds(AT)),
        },
      ],
      metadata: { error: null },
    });
  });

  test("limit 0 is all days since 2018-02-01, newest first, the missing ones missing", async () => {
    const { json } = await ask("/alternative-me/fng/?limit=0&format=json");
    const times: number[] = json.data.map((row: { timestamp: string }) => Number(row.timestamp));
    expect(times.at(-1)).toBe(seconds("2018-02-01"));
    expect(times).toHaveLength((seconds("2026-11-21") - seconds("2018-02-01")) / 86_400 + 1 - 4);
    expect(times).not.toContain(seconds("2024-10-25"));
    expect(times.every((at, place) => place === 0 || at < (times[place - 1] ?? 0))).toBe(true);
    expect(json.data[1].time_until_update).toBeUndefined();
  });

  test("a date format turns the timestamp into a date, csv is no JSON", async () => {
    const dated = await ask("/alternative-me/fng/?date_format=world");
    expect(dated.json.data[0].timestamp).toBe("21-11-2026");
    const csv = await ask("/alternative-me/fng/?limit=2&format=csv");
    expect(csv.json).toBeUndefined();
  });

  test("the new day appears at midnight", async () => {
    const { json } = await askAt("2026-11-22T00:00:00Z", "/alternative-me/fng/");
    expect(json.data[0].timestamp).toBe(String(seconds("2026-11-22")));
  });
});
