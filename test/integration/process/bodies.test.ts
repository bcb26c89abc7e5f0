import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { type LiveService, settledService } from "./live-service.js";

const DAY_MS = 86_400_000;
const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

/** Numbers as they are written: no exponent, no sign, no zero in front. */
const SCORE = String.raw`(?:100|\d{1,2})(?:\.\d)?`;
const TWO_DECIMALS = String.raw`(?:0|[1-9]\d*)(?:\.\d{1,2})?`;
const PHASES: readonly (readonly [string, string])[] = [
  ["Bottom", "FONDO"],
  ["Accumulation", "ACUM"],
  ["Bull Active", "BULL"],
  ["Hot Zone", "HOT"],
  ["Peak", "PEAK"],
];
const PHASE = `(?:${PHASES.map(([label]) => label).join("|")})`;
const BOTH = `(?:${PHASES.map(([label, key]) => `"phase":"${label}","phase_key":"${key}"`).join("|")})`;
const CURRENT_TEXT = new RegExp(
  `^{"ok":true,"btc":{"score":${SCORE},${BOTH},"signal":"(?:ACCUMULATE|HOLD|CAUTION|REDUCE)",` +
    `"context":{"descent_guard":(?:null|"BEAR_DESCENT"),"top_risk":(?:null|"TOP_DISTRIBUTION")},` +
    String.raw`"updated_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z","stale":(?:true|false)},` +
    `"crypto":{"score":${SCORE},"phase":"${PHASE}"},` +
    `"market":{"btc_price_usd":${TWO_DECIMALS},"btc_dominance_pct":${TWO_DECIMALS},` +
    String.raw`"fear_greed":{"value":\d{1,3},"classification":"(?:Extreme Fear|Fear|Neutral|Greed|Extreme Greed)"}}}$`,
);
const ROW = String.raw`{"date":"\d{4}-\d\d-\d\d","score":${SCORE},"score_smoothed":${SCORE},${BOTH},"btc_price_usd":${TWO_DECIMALS}}`;
const HISTORY_TEXT = new RegExp(`^{"ok":true,"asset":"BTC","days":30,"data":\\[${ROW}(?:,${ROW}){29}\\]}$`);

describe("the two public answers of a running service", () => {
  let service: LiveService;
  beforeAll(async () => {
    service = await settledService();
  });
  afterAll(() => service.end());

  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    ask(service.origin + path, { headers, method, from: freshClient() });

  test("the current score has the specified fields in the specified order, numbers as promised", async () => {
    const { status, text, headers } = await get(CURRENT);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(text).toMatch(CURRENT_TEXT);
  });

  test("the current score was computed now and is not stale", async () => {
    const { btc } = JSON.parse((await get(CURRENT)).text);
    expect(Math.abs(Date.now() - Date.parse(btc.updated_at))).toBeLessThan(120_000);
    expect(btc.stale).toBe(false);
  });

  test("the history has the specified fields in the specified order, numbers as promised", async () => {
    const { status, text, headers } = await get(HISTORY);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(text).toMatch(HISTORY_TEXT);
  });

  test("the history is 30 consecutive days, oldest first, up to the latest day whose 06:00 UTC has passed", async () => {
    const newest = Math.floor((Date.now() - 6 * 3_600_000) / DAY_MS) * DAY_MS;
    const { data } = JSON.parse((await get(HISTORY)).text);
    const due = Array.from({ length: 30 }, (_, i) => new Date(newest - (29 - i) * DAY_MS).toISOString().slice(0, 10));
    expect(data.map((row: { date: string }) => row.date)).toEqual(due);
  });

  test("the current score may be cached for a minute, the history until its next row is due", async () => {
    expect((await get(CURRENT)).headers["cache-control"]).toBe(
      "public, max-age=60, stale-while-revalidate=30, stale-if-error=300",
    );
    const untilRow = (6 * 3_600_000 + DAY_MS - (Date.now() % DAY_MS)) % DAY_MS;
    const cache = (await get(HISTORY)).headers["cache-control"] ?? "";
    const maxAge = Number(/^public, max-age=(\d+), stale-if-error=86400$/.exec(cache)?.[1]);
    expect(maxAge).toBeLessThanOrEqual(Math.min(3600, untilRow / 1000));
    expect(maxAge).toBeGreaterThanOrEqual(Math.min(3600, untilRow / 1000) - 10);
  });

  describe.each([CURRENT, HISTORY])("%s", (path) => {
    test("has a strong ETag, and 304 with CORS, ETag and Cache-Control for whoever has it", async () => {
      const { etag = "", "cache-control": cache } = (await get(path)).headers;
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const asked of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await get(path, { "if-none-match": asked });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
        expect(again.headers["access-control-allow-origin"]).toBe("*");
        expect(again.headers["cache-control"]?.split(",")[0]).toBe(cache?.split(",")[0]);
      }
      expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    });

    test("gives 304 also beside Cache-Control: no-cache", async () => {
      const { etag = "" } = (await get(path)).headers;
      expect((await get(path, { "if-none-match": etag, "cache-control": "no-cache" })).status).toBe(304);
    });

    test("ignores unknown query parameters: same bytes, same ETag", async () => {
      const plain = await get(path);
      const queried = await get(`${path}?days=365&asset=eth&lang=es&_=${Date.now()}`);
      expect([queried.status, queried.text, queried.headers.etag]).toEqual([200, plain.text, plain.headers.etag]);
    });

    test("has gzip and br forms of the same bytes, told apart by Vary and by their ETags", async () => {
      const plain = await get(path);
      const gzip = await get(path, { "accept-encoding": "gzip" });
      const br = await get(path, { "accept-encoding": "gzip, br" });
      expect([gzip.headers["content-encoding"], br.headers["content-encoding"]]).toEqual(["gzip", "br"]);
      expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
      expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
      for (const { headers, bytes } of [plain, gzip, br]) {
        expect(headers.vary).toBe("Accept-Encoding");
        expect(headers["content-length"]).toBe(String(bytes.length));
      }
      expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    });

    test("answers HEAD as GET without the body", async () => {
      const [whole, head] = [await get(path), await get(path, {}, "HEAD")];
      expect([head.status, head.text]).toEqual([200, ""]);
      const stable = ({ date: _date, ...rest }: typeof head.headers) => rest;
      expect(stable(head.headers)).toEqual(stable(whole.headers));
    });

    test("an API key changes nothing", async () => {
      const [plain, keyed] = [await get(path), await get(path, { "x-nhci-api-key": "peak_live_0123456789" })];
      expect([keyed.status, keyed.text, keyed.headers.etag]).toEqual([200, plain.text, plain.headers.etag]);
    });

    test("carries the constant rate limit policy", async () => {
      expect((await get(path)).headers["ratelimit-policy"]).toBe('"public";q=20;w=60');
    });
  });
});
