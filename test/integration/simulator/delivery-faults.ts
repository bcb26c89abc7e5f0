import { expect } from "vitest";
import { AT } from "./ask.js";
import { type Case, CHAIN, DAYS, html, MOOD, SHARE, status, TICKER, wrongDate } from "./fault-case.js";

/** Answers that are late, cut off, refused or of another kind. */
export const DELIVERY_FAULTS: readonly Case[] = [
  { fault: "ok", path: TICKER, check: (wrong, right) => expect(wrong.text).toBe(right.text) },
  { fault: "slow", path: TICKER, options: { ms: 20 }, check: (wrong, right) => expect(wrong.text).toBe(right.text) },
  { fault: "slow-body", path: DAYS, options: { ms: 20 }, check: (wrong, right) => expect(wrong.text).toBe(right.text) },
  {
    fault: "200-truncated-json",
    path: DAYS,
    check: (wrong, right) => {
      expect(wrong.status).toBe(200);
      expect(right.text.startsWith(wrong.text)).toBe(true);
      expect(wrong.json).toBeUndefined();
    },
  },
  {
    fault: "over-20-mb",
    path: TICKER,
    check: (wrong, right) => {
      expect(wrong.text.length).toBeGreaterThan(20 * 1_048_576);
      expect(wrong.text.trimStart()).toBe(right.text);
    },
  },
  {
    fault: "gzip-bomb",
    path: TICKER,
    check: (wrong, right) => {
      expect(wrong.headers.get("content-encoding")).toBe("gzip");
      expect(wrong.text.length).toBeGreaterThan(60 * 1_048_576);
      expect(wrong.text.trimStart()).toBe(right.text);
    },
  },
  {
    fault: "no-date",
    path: TICKER,
    check: (wrong, right) => expect([wrong.headers.get("date"), wrong.text]).toEqual([null, right.text]),
  },
  wrongDate("date-ahead", 54 * 3_600_000),
  wrongDate("date-behind", -54 * 3_600_000),
  html("200-html", 200),
  html("403-html-waf", 403),
  html("520 html", 520),
  html("522 html", 522),
  html("524 html", 524),
  {
    fault: "200-empty",
    path: TICKER,
    check: (wrong) => {
      expect([wrong.status, wrong.text]).toEqual([200, ""]);
      expect(wrong.headers.get("content-type")).toContain("json");
    },
  },
  {
    fault: "200-throttled",
    path: SHARE,
    check: (wrong) => expect([wrong.status, wrong.json.status.error_code]).toEqual([200, 429]),
  },
  {
    fault: "nested-brackets",
    path: TICKER,
    options: { count: 1000 },
    check: (wrong) => expect([wrong.status, wrong.text]).toEqual([200, "[".repeat(1000)]),
  },
  status("204", 204),
  status("304", 304),
  status("400-body", 400, "/brk/api/mempool/price"),
  status("404", 404, "/brk/api/mempool/price"),
  status("414", 414),
  status("500", 500),
  status("503", 503),
  {
    fault: "405-post",
    path: TICKER,
    check: (wrong) => expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]),
  },
  {
    fault: "401-range",
    path: SHARE,
    check: (wrong) => {
      expect(wrong.status).toBe(401);
      expect(wrong.json.error.status.error_code).toBe(10012);
    },
  },
  {
    fault: "402",
    path: "/coinpaprika/v1/global",
    check: (wrong) => {
      expect(wrong.status).toBe(402);
      expect(wrong.json).toEqual({ error: expect.any(String) });
    },
  },
  {
    fault: "403-forbidden-metric",
    path: CHAIN,
    check: (wrong) => {
      expect(wrong.status).toBe(403);
      expect(wrong.json.error.type).toBe("forbidden");
    },
  },
  {
    fault: "418+Retry-After",
    path: "/binance/api/v3/ticker/price?symbol=BTCUSDT",
    check: (wrong) => {
      expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([418, "120"]);
      expect(wrong.json.code).toBe(-1003);
    },
  },
  {
    fault: "429+Retry-After secs",
    path: TICKER,
    options: { seconds: 7 },
    check: (wrong) => expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([429, "7"]),
  },
  {
    fault: "429+Retry-After HTTP-date",
    path: TICKER,
    options: { seconds: 60 },
    check: (wrong) => {
      expect(wrong.status).toBe(429);
      expect(Date.parse(wrong.headers.get("retry-after") ?? "")).toBe(Date.parse(AT) + 60_000);
    },
  },
  {
    fault: "429 bare",
    path: SHARE,
    check: (wrong) => {
      expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([429, null]);
      expect(wrong.json.status.error_code).toBe(429);
    },
  },
  {
    fault: "429 hour-quota",
    path: TICKER,
    check: (wrong) => {
      expect(wrong.status).toBe(429);
      expect(wrong.json.error.code).toBe("RATE_LIMIT_HOUR_EXCEEDED");
    },
  },
  {
    fault: "451-binance",
    path: "/binance/api/v3/ticker/price?symbol=BTCUSDT",
    check: (wrong) => {
      expect(wrong.status).toBe(451);
      expect(wrong.json).toEqual({ code: 0, msg: expect.stringContaining("restricted location") });
    },
  },
  {
    fault: "200-error-array",
    path: TICKER,
    check: (wrong) => {
      expect(wrong.status).toBe(200);
      expect(wrong.json).toEqual({ error: ["EGeneral:Too many requests"] });
    },
  },
  {
    fault: "200-warning-array",
    path: TICKER,
    check: (wrong, right) => {
      expect(wrong.json.error).toEqual(["WGeneral:Deprecated"]);
      expect(wrong.json.result).toEqual(right.json.result);
    },
  },
  {
    fault: "200-status-error",
    path: MOOD,
    check: (wrong) => {
      expect(wrong.status).toBe(200);
      expect(wrong.json).toMatchObject({ data: [], metadata: { error: expect.any(String) } });
    },
  },
  {
    fault: "redirect-301",
    path: TICKER,
    check: (wrong) => {
      expect(wrong.status).toBe(301);
      expect(wrong.headers.get("location")).toBe("http://elsewhere.invalid/0/public/Ticker?pair=XBTUSD");
    },
  },
  {
    fault: "redirect-302",
    path: TICKER,
    options: { location: "http://other.invalid" },
    check: (wrong) => expect(new URL(wrong.headers.get("location") ?? "").host).toBe("other.invalid"),
  },
];
