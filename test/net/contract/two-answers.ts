/** What must hold for the two specified endpoints. */
import { describe, expect, test } from "vitest";
import { freshClient, type RequestOptions } from "../../../packages/service/test/support/ask.js";
import { HEALTH_PATHS, PUBLIC_PATHS } from "./paths.js";
import { CURRENT, expectProblem, HISTORY, POLICY, type PublicClient } from "./public-service.js";

const QUOTA = 20;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

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
const BOTH = `(?:${PHASES.map(([label, key]) => `"phase":"${label}","phase_key":"${key}"`).join("|")})`;
const CURRENT_TEXT = new RegExp(
  `^{"ok":true,"btc":{"score":${SCORE},${BOTH},"signal":"(?:ACCUMULATE|HOLD|CAUTION|REDUCE)",` +
    `"context":{"descent_guard":(?:null|"BEAR_DESCENT"),"top_risk":(?:null|"TOP_DISTRIBUTION")},` +
    String.raw`"updated_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z","stale":false},` +
    `"crypto":{"score":${SCORE},${BOTH},"signal":"(?:ACCUMULATE|HOLD|CAUTION|REDUCE)"},` +
    `"market":{"btc_price_usd":${TWO_DECIMALS},"btc_dominance_pct":${TWO_DECIMALS},` +
    String.raw`"fear_greed":{"value":\d{1,3},"classification":"(?:Extreme Fear|Fear|Neutral|Greed|Extreme Greed)"}}}$`,
);
const DATE = String.raw`\d{4}-\d\d-\d\d`;
const ROW = `{"date":"${DATE}","score":${SCORE},"score_smoothed":${SCORE},${BOTH},"btc_price_usd":${TWO_DECIMALS}}`;
const HISTORY_TEXT = new RegExp(`^{"ok":true,"asset":"BTC","days":30,"data":\\[${ROW}(?:,${ROW}){29}\\]}$`);

/** The last 30 days whose 06:00 UTC has passed, oldest first. */
function dueDates(): readonly string[] {
  const newest = Math.floor((Date.now() - 6 * HOUR_MS) / DAY_MS) * DAY_MS;
  return Array.from({ length: 30 }, (_, i) => new Date(newest - (29 - i) * DAY_MS).toISOString().slice(0, 10));
}

function datesOf(history: string): readonly string[] {
  return JSON.parse(history).data.map((row: { date: string }) => row.date);
}

/** The bodies and headers of the two specified responses. */
export function twoAnswers(client: PublicClient): void {
  const asked = client.asked.bind(client);
  describe("the two specified responses", () => {
    test("have the specified fields in the specified order, and numbers in the specified form", async () => {
      const [current, history] = [await asked(CURRENT), await asked(HISTORY)];
      for (const { headers } of [current, history])
        expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(current.text).toMatch(CURRENT_TEXT);
      expect(history.text).toMatch(HISTORY_TEXT);
    });

    test("cover 30 consecutive days, oldest first, up to the latest whose 06:00 UTC has passed", async () => {
      expect(datesOf((await asked(HISTORY)).text)).toEqual(dueDates());
    });

    test("may be cached for a minute, and until the next row is due", async () => {
      const current = await asked(CURRENT);
      expect(current.headers["cache-control"]).toBe(
        "public, max-age=60, stale-while-revalidate=30, stale-if-error=300",
      );
      const { date = "", "cache-control": cache = "" } = (await asked(HISTORY)).headers;
      const seconds = Number(/^public, max-age=(\d+), stale-if-error=86400$/.exec(cache)?.[1]);
      const untilRow = (6 * HOUR_MS + DAY_MS - (Date.parse(date) % DAY_MS)) % DAY_MS;
      expect(seconds).toBeLessThanOrEqual(Math.min(3600, untilRow / 1000));
      expect(seconds).toBeGreaterThanOrEqual(Math.min(3600, untilRow / 1000) - 10);
    });

    test("recognize every form of If-None-Match", async () => {
      for (const path of [CURRENT, HISTORY]) {
        const { etag = "" } = (await asked(path)).headers;
        const again = async (tags: string) => (await asked(path, { headers: { "if-none-match": tags } })).status;
        for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
          expect([tags, await again(tags)]).toEqual([tags, 304]);
        expect(await again('"other"')).toBe(200);
      }
    });

    test("do not change with any query or key", async () => {
      for (const path of [CURRENT, HISTORY]) {
        const plain = await asked(path);
        const keyed = await asked(path, { headers: { "x-nhci-api-key": "peak_live_0123456789" } });
        expect([keyed.status, keyed.text, keyed.headers.etag]).toEqual([200, plain.text, plain.headers.etag]);
        for (const query of ["?", "?days=365&asset=eth&lang=es", "?/../../x", "?%zz"])
          expect([query, (await asked(path + query)).text]).toEqual([query, plain.text]);
      }
    });

    test("agree with /meta, the CSV, the text and the front page", async () => {
      const { btc } = JSON.parse((await asked(CURRENT)).text);
      const { data } = JSON.parse((await asked(HISTORY)).text);
      const meta = JSON.parse((await asked(`${CURRENT}/meta`)).text);
      expect([meta.updated_at, meta.btc.score, meta.btc.phase_key]).toEqual([btc.updated_at, btc.score, btc.phase_key]);
      expect((await asked(`${CURRENT}/score.txt`)).text).toBe(`${btc.score.toFixed(1)}\n`);
      const lines = (await asked(`${HISTORY}.csv`)).text.split("\r\n").slice(1, -1);
      expect(lines.length).toBe(data.length);
      for (const [i, row] of data.entries())
        expect(`${lines[i]},`.startsWith(`${Object.values(row).join(",")},`), lines[i]).toBe(true);
      expect((await asked("/")).text).toContain(`>${btc.score.toFixed(1)}<`);
    });
  });
}

/** The limit that both responses share. */
export function sharedLimit(client: PublicClient): void {
  const asked = client.asked.bind(client);
  describe("the limit", () => {
    /** One after the other. @returns their statuses */
    const statusesOf = async (count: number, question: (i: number) => RequestOptions & { readonly path?: string }) => {
      const seen: number[] = [];
      for (let i = 0; i < count; i++) {
        const { path = CURRENT, ...rest } = question(i);
        seen.push((await asked(path, rest)).status);
      }
      return seen;
    };
    const thenRefused = (status = 200) => [...Array<number>(QUOTA).fill(status), 429];

    test("is 20 requests for both together, including HEAD; the next response says when to retry", async () => {
      const [seen, refused] = await client.undisturbed(async () => {
        const from = freshClient();
        const paths = [CURRENT, HISTORY, `${HISTORY}?days=3`];
        const before = await statusesOf(QUOTA, (i) => ({
          from,
          path: paths[i % 3] ?? CURRENT,
          method: i % 2 ? "HEAD" : "GET",
        }));
        return [before, await asked(HISTORY, { from })] as const;
      });
      expect([...seen, refused.status]).toEqual(thenRefused());
      expectProblem(refused, 429);
      const seconds = Number(refused.headers["retry-after"]);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.headers["ratelimit"]).toBe(`"public";r=0;t=${seconds}`);
      expect(refused.headers["ratelimit-policy"]).toBe(POLICY);
      expect(JSON.parse(refused.text)).toMatchObject({
        type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
        retry_after_seconds: seconds,
      });
    });

    test("counts 304", async () => {
      const { etag = "" } = (await asked(CURRENT)).headers;
      const seen = await client.undisturbed(() => {
        const from = freshClient();
        return statusesOf(QUOTA + 1, () => ({ from, headers: { "if-none-match": etag } }));
      });
      expect(seen).toEqual(thenRefused(304));
    });

    test("does not count preflights, rejected methods and other paths, nor apply to them", async () => {
      const others = async (from: string) => {
        const free = [...PUBLIC_PATHS.filter((each) => !each.isMetered).map(({ path }) => path), ...HEALTH_PATHS];
        return [
          await statusesOf(free.length, (i) => ({ from, path: free[i] ?? "" })),
          await statusesOf(5, () => ({ from, method: "OPTIONS" })),
          await statusesOf(5, () => ({ from, method: "POST" })),
          await statusesOf(5, () => ({ from, path: `${CURRENT}/unknown` })),
        ].map((each) => [...new Set(each)]);
      };
      const answered = [[200], [204], [405], [404]];
      const [before, seen, after] = await client.undisturbed(async () => {
        const from = freshClient();
        return [await others(from), await statusesOf(QUOTA + 1, () => ({ from })), await others(from)];
      });
      expect([before, seen, after]).toEqual([answered, thenRefused(), answered]);
    });

    test("cannot be escaped with a made-up address or a key, nor turned against another client", async () => {
      const [seen, victim] = await client.undisturbed(async () => {
        const from = freshClient();
        const headers = (i: number) => ({
          "x-forwarded-for": `203.0.113.${i}, 198.51.100.${i}, 127.0.0.1`,
          forwarded: `for=203.0.113.${i}`,
          "x-real-ip": `203.0.113.${i}`,
          "x-nhci-api-key": `peak_live_${i}`,
        });
        const statuses = await statusesOf(QUOTA + 1, (i) => ({ from, headers: headers(i) }));
        return [statuses, await asked(CURRENT, { headers: { "x-forwarded-for": from } })] as const;
      });
      expect(seen).toEqual(thenRefused());
      expect(victim.status).toBe(200);
    });
  });
}
