import { expect } from "vitest";
import { seconds } from "./ask.js";
import { type Case, CHAIN, DAYS, MOOD, rowsOf, SERIES, SHARE, TICKER } from "./fault-case.js";

/** Answers of the right kind with something wrong inside. */
export const CONTENT_FAULTS: readonly Case[] = [
  {
    fault: "200-wrong-shape",
    path: TICKER,
    check: (wrong, right) => expect(wrong.json).toEqual([right.json]),
  },
  { fault: "empty-rows", path: DAYS, check: (wrong) => expect(rowsOf(wrong)).toEqual([]) },
  {
    fault: "stale-timestamp",
    path: SHARE,
    options: { seconds: 3600 },
    check: (wrong, right) => {
      expect(wrong.json.data.updated_at).toBe(right.json.data.updated_at - 3600);
      expect(Date.parse(wrong.headers.get("date") ?? "")).toBe(Date.parse(right.headers.get("date") ?? "") - 3_600_000);
    },
  },
  {
    fault: "stale-timestamp",
    path: MOOD,
    check: (wrong, right) => expect(wrong.json.data).toEqual(right.json.data.slice(3)),
  },
  {
    fault: "future-timestamp",
    path: DAYS,
    check: (wrong, right) => {
      expect(Number(rowsOf(wrong).at(-1).timestamp)).toBe(Number(rowsOf(right).at(-1).timestamp) + 2 * 86_400);
      expect(rowsOf(wrong).slice(0, -1)).toEqual(rowsOf(right).slice(0, -1));
    },
  },
  {
    fault: "open-last-row",
    path: CHAIN,
    check: (wrong, right) => {
      expect(wrong.json.data.at(-1).time).toBe("2026-11-21T00:00:00.000000000Z");
      expect(Number(wrong.json.data.at(-1).PriceUSD) / Number(right.json.data.at(-1).PriceUSD)).toBeCloseTo(0.5, 6);
      expect(wrong.json.data.slice(0, -1)).toEqual(right.json.data);
    },
  },
  {
    fault: "duplicate-row",
    path: DAYS,
    check: (wrong, right) => {
      expect(rowsOf(wrong)).toHaveLength(rowsOf(right).length + 1);
      expect(rowsOf(wrong).at(-2)).toEqual(rowsOf(wrong).at(-3));
    },
  },
  {
    fault: "disputed-row",
    path: DAYS,
    check: (wrong, right) => {
      expect(rowsOf(wrong)).toHaveLength(rowsOf(right).length + 1);
      expect(rowsOf(wrong).at(-2).timestamp).toBe(rowsOf(wrong).at(-3).timestamp);
      expect(Number(rowsOf(wrong).at(-2).close) / Number(rowsOf(wrong).at(-3).close)).toBeCloseTo(1.0005, 5);
    },
  },
  {
    fault: "bad-row",
    path: DAYS,
    check: (wrong, right) => {
      expect(rowsOf(wrong).map((row, place) => Number(row.close) / Number(rowsOf(right)[place].close))).toEqual(
        rowsOf(right).map((_row, place) => (place === 15 ? -1 : 1)),
      );
    },
  },
  {
    fault: "wrong-pair",
    path: DAYS,
    check: (wrong, right) => {
      for (const [place, row] of rowsOf(wrong).entries())
        expect(Number(row.close) / Number(rowsOf(right)[place].close)).toBeCloseTo(0.87, 5);
    },
  },
  {
    fault: "named-pair",
    path: DAYS,
    check: (wrong, right) => {
      expect(wrong.json.data).toEqual({ ...right.json.data, pair: "BTC/EUR" });
    },
  },
  {
    fault: "named-pair",
    path: TICKER,
    check: (wrong, right) => expect(wrong.json.result).toEqual({ XXBTZEUR: right.json.result.XXBTZUSD }),
  },
  {
    fault: "empty next_page_url",
    path: CHAIN,
    check: (wrong, right) => expect(wrong.json).toEqual({ ...right.json, next_page_url: "" }),
  },
  {
    fault: "json-as-html",
    path: MOOD,
    check: (wrong, right) => {
      expect(wrong.headers.get("content-type")).toContain("text/html");
      expect(JSON.parse(wrong.text)).toEqual(right.json);
    },
  },
  {
    fault: "refused-metric",
    path: CHAIN,
    check: (wrong) => {
      expect([wrong.status, wrong.json.error.type]).toEqual([403, "forbidden"]);
      expect(wrong.json.error.message).toContain("'CapMVRVCur'");
    },
  },
  {
    fault: "refused-metric",
    path: CHAIN.replace(",CapMVRVCur", ""),
    check: (wrong, right) => expect(wrong.json).toEqual(right.json),
  },
  {
    fault: "gap-day",
    path: DAYS,
    options: { day: "2026-11-10", count: 2 },
    check: (wrong, right) => {
      const missing = rowsOf(right).filter((row) => !rowsOf(wrong).some((each) => each.timestamp === row.timestamp));
      expect(missing.map((row) => Number(row.timestamp))).toEqual([seconds("2026-11-10"), seconds("2026-11-11")]);
    },
  },
  {
    fault: "unsorted",
    path: DAYS,
    check: (wrong, right) => {
      const byTime = (a: { timestamp: string }, b: { timestamp: string }) => Number(a.timestamp) - Number(b.timestamp);
      expect(rowsOf(wrong)).not.toEqual(rowsOf(right));
      expect(rowsOf(wrong).sort(byTime)).toEqual(rowsOf(right));
    },
  },
  {
    fault: "null-tail",
    path: CHAIN,
    check: (wrong) => expect(wrong.json.data.at(-1)).toMatchObject({ PriceUSD: null, CapMVRVCur: null }),
  },
  {
    fault: "null-hole",
    path: SERIES,
    check: (wrong, right) => {
      expect(wrong.json[1].data[10]).toBeNull();
      expect(wrong.json[0]).toEqual(right.json[0]);
    },
  },
  {
    fault: "missing-key",
    path: SHARE,
    check: (wrong) => {
      expect(wrong.json.data.market_cap_percentage.btc).toBeUndefined();
      expect(wrong.json.data.market_cap_percentage.eth).toEqual(expect.any(Number));
    },
  },
  {
    fault: "missing-key",
    path: SERIES,
    check: (wrong, right) => {
      expect(wrong.json[1].data).toBeUndefined();
      expect(wrong.json[0]).toEqual(right.json[0]);
    },
  },
  {
    fault: "type-flip",
    path: MOOD,
    check: (wrong, right) => {
      expect(wrong.json.data[0].value).toBe(Number(right.json.data[0].value));
      expect(wrong.json.data[0].timestamp).toBe(Number(right.json.data[0].timestamp));
    },
  },
  {
    fault: "type-flip",
    path: SHARE,
    check: (wrong, right) => {
      const share = right.json.data.market_cap_percentage.btc;
      expect(wrong.json.data.market_cap_percentage.btc).toBe(String(share));
    },
  },
  {
    fault: "zero-price",
    path: TICKER,
    check: (wrong) => expect(wrong.json.result.XXBTZUSD.c[0]).toBe("0.00000"),
  },
  {
    fault: "10x-spike",
    path: TICKER,
    check: (wrong, right) => {
      expect(Number(wrong.json.result.XXBTZUSD.c[0])).toBeCloseTo(10 * Number(right.json.result.XXBTZUSD.c[0]), 4);
      expect(wrong.json.result.XXBTZUSD.c[0]).toMatch(/^\d+\.\d{5}$/);
    },
  },
  {
    fault: "10x-spike",
    path: DAYS,
    options: { rows: "history", factor: 100 },
    check: (wrong, right) => {
      expect(rowsOf(wrong).at(-1)).toEqual(rowsOf(right).at(-1));
      expect(Number(rowsOf(wrong)[0].close)).toBeCloseTo(100 * Number(rowsOf(right)[0].close), 2);
    },
  },
  {
    fault: "revised-history",
    path: CHAIN,
    check: (wrong, right) => {
      expect(Number(wrong.json.data[0].PriceUSD) / Number(right.json.data[0].PriceUSD)).toBeCloseTo(1.03, 6);
      expect(wrong.json.data.slice(-7)).toEqual(right.json.data.slice(-7));
    },
  },
  {
    fault: "page-loop",
    path: `${CHAIN}&next_page_token=any`,
    check: (wrong) => {
      expect(wrong.status).toBe(200);
      expect(wrong.json.data.at(-1).time).toBe("2026-11-20T00:00:00.000000000Z");
      expect(wrong.json.next_page_url).toContain("next_page_token=");
    },
  },
  {
    fault: "page-loop",
    path: `${DAYS}&start=1400000000`,
    check: (wrong) => expect(Number(rowsOf(wrong).at(-1).timestamp)).toBe(seconds("2026-11-21")),
  },
  {
    fault: "cross-host next_page_url",
    path: CHAIN,
    check: (wrong, right) => {
      expect(new URL(wrong.json.next_page_url).host).toBe("elsewhere.invalid");
      expect(wrong.json.data).toEqual(right.json.data);
    },
  },
  {
    fault: "shifted-start",
    path: SERIES,
    check: (wrong, right) => {
      expect(wrong.json[1].start).toBe(right.json[1].start - 7);
      expect(wrong.json[1].data).toEqual(right.json[1].data);
    },
  },
  {
    fault: "redeploy",
    path: SERIES,
    check: (wrong) => {
      expect(wrong.status).toBe(404);
      expect(wrong.json.error.code).toBe("series_not_found");
    },
  },
  {
    fault: "redeploy",
    path: DAYS,
    check: (wrong) =>
      expect(Object.keys(rowsOf(wrong)[0])).toEqual(["timestamp", "open", "high", "low", "close_v2", "volume"]),
  },
];
