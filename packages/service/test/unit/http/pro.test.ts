import type { ProHistoryReply } from "peak-cycle-client";
import { PHASE_KEYS } from "peak-cycle-drawing";
import { addDays, formatDay, phaseOf, roundScore, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { isApiKey, lookupOf, makeApiKey, SANDBOX_KEY } from "../../../src/domain/api-key.js";
import { type HistoryRow, rowInstant } from "../../../src/domain/history.js";
import type { KeyCheck } from "../../../src/http/limit/limiter.js";
import { REVISIONS } from "../../support/sample-extras.js";
import { historyRow } from "../../support/sample-rows.js";
import { type SampleOptions, sampleSite } from "../../support/sample-site.js";
import { showHistory } from "../../support/show-history.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";
const PRO = "/api/pro/nhci/history";
const PATHS = [CURRENT, HISTORY, PRO, `${PRO}.csv`];

/** A row a day since the end of 2016. */
const ROWS: readonly HistoryRow[] = Array.from({ length: utcDay("2026-11-22") - utcDay("2016-12-25") }, (_, i) => {
  const day = addDays(utcDay("2016-12-25"), i);
  const raw = 50 + 45 * Math.sin(i / 90);
  const [score, computedAt] = [roundScore(raw), rowInstant(day)];
  const row = historyRow(0, { day, computedAt, raw, score, smoothed: raw, phase: phaseOf(score).key });
  return { ...row, settled: PHASE_KEYS[i % 5]!, btcPriceUsd: 1000.25 + i };
});

const REVISION = { ...REVISIONS[0]!, date: "2020-03-12" };

const KEYS = { good: makeApiKey(), small: makeApiKey(), old: makeApiKey(), gone: makeApiKey() };

/** Keys in memory. */
const CHECK: KeyCheck = {
  check(text) {
    if (!isApiKey(text)) return "malformed";
    if (text === KEYS.old) return "expired";
    if (text === KEYS.gone) return "revoked";
    if (text !== KEYS.good && text !== KEYS.small) return "unknown";
    return { hash: lookupOf(text).hash, perMinute: text === KEYS.good ? 600 : 3 };
  },
};

function pro(options: SampleOptions = {}) {
  const running = sampleSite({ pro: CHECK, ...options });
  if (options.isEmpty !== true) showHistory(running.published, { rows: ROWS, revisions: [REVISION] });
  const get = (path: string, key = KEYS.good, headers: Readonly<Record<string, string>> = {}) =>
    running.ask(path, { headers: { "X-NHCI-API-Key": key, ...headers } });
  const json = async (path: string) => (await (await get(path)).json()) as ProHistoryReply;
  return { ...running, get, json };
}

describe("a key on the two public endpoints", () => {
  test("changes no byte of a body, and no shared cache stores or returns its response", async () => {
    const { get, ask } = pro();
    for (const path of [CURRENT, HISTORY]) {
      const [plain, keyed] = [await ask(path), await get(path)];
      expect(await keyed.text()).toBe(await plain.text());
      expect(plain.headers.get("ratelimit-policy")).toBe('"public";q=20;w=60');
      expect(keyed.headers.get("ratelimit-policy")).toBe('"key";q=600;w=60');
      expect(plain.headers.get("cache-control")).toMatch(/^public, /);
      expect(keyed.headers.get("cache-control")).toMatch(/^private, /);
      for (const { headers } of [plain, keyed]) expect(headers.get("vary")).toBe("Accept-Encoding, X-NHCI-API-Key");
    }
  });

  test("has its own limit for all paths together, separate from the address and from other keys", async () => {
    const { get, ask, clock } = pro();
    const statuses = [];
    for (const path of PATHS) statuses.push((await get(path, KEYS.small)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await get(CURRENT)).status).toBe(200);
    for (let i = 0; i < 20; i++) expect((await ask(CURRENT)).status).toBe(200);
    expect((await ask(CURRENT)).status).toBe(429);
    await clock.advance(59_999);
    const refused = await get(HISTORY, KEYS.small);
    expect(refused.headers.get("ratelimit")).toBe('"key";r=0;t=1');
    expect(await refused.json()).toMatchObject({ status: 429, "violated-policies": ["key"], retry_after_seconds: 1 });
    await clock.advance(1);
    expect((await get(CURRENT, KEYS.small)).status).toBe(200);
  });
});

describe("an invalid key", () => {
  test.each([
    ["a placeholder", "malformed", "peak_live_<API_KEY>"],
    ["empty", "malformed", ""],
    ["never issued", "unknown", makeApiKey()],
    ["the sandbox's", "unknown", SANDBOX_KEY],
    ["expired", "expired", KEYS.old],
    ["revoked", "revoked", KEYS.gone],
  ])("is 401 if it is %s, with the error %s, on every path that needs keys", async (_what, error, key) => {
    const { get } = pro();
    for (const path of PATHS) {
      const { status, headers } = await get(path, key);
      expect([status, headers.get("www-authenticate")]).toEqual([401, `PeakKey realm="API Pro", error="${error}"`]);
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("counts against the limit of its address, so that guessing is limited, too", async () => {
    const { get } = pro();
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await get(i % 2 === 0 ? PRO : CURRENT, makeApiKey())).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
  });

  test("is distinguished from a missing key, which only the public endpoints accept", async () => {
    const { ask, get } = pro();
    expect((await ask(CURRENT)).status).toBe(200);
    expect((await ask(PRO)).headers.get("www-authenticate")).toBe('PeakKey realm="API Pro"');
    expect((await get("/api/public/nhci/meta", "nonsense")).status).toBe(200); // nothing is metered there
  });
});

describe("the whole history", () => {
  test("is returned in linked pages of 1,000 rows, with settled phases and corrections", async () => {
    const { json } = pro();
    const pages: ProHistoryReply[] = [];
    for (let next: string | null = PRO; next !== null; next = pages.at(-1)?.next ?? null) {
      pages.push(await json(next.replace("http://127.0.0.1:8080", "")));
    }
    expect(pages.map(({ days }) => days)).toEqual([1000, 1000, 1000, 612]);
    expect(pages.map(({ revisions }) => revisions.map(({ date }) => date))).toEqual([[], ["2020-03-12"], [], []]);
    const since2017 = ROWS.map(({ day, score, settled }) => [formatDay(day), score, settled]).slice(7);
    expect(pages.flatMap(({ data }) => data).map((row) => [row.date, row.score, row.settled_phase_key])).toEqual(
      since2017,
    );
  });

  test.each([
    ["?from=2026-11-20", ["2026-11-20", "2026-11-21"], null],
    ["?from=2010-01-01&to=2017-01-02", ["2017-01-01", "2017-01-02"], null],
    ["?limit=1&x=1", ["2017-01-01"], "?limit=1&x=1&cursor=2017-01-02"],
    ["?to=2017-01-09&limit=1&cursor=2017-01-03", ["2017-01-03"], "?to=2017-01-09&limit=1&cursor=2017-01-04"],
    ["?from=2027-01-01", [], null],
  ])("%s returns the days that it names", async (query, dates, next) => {
    const page = await pro().json(PRO + query);
    expect(page.data.map(({ date }) => date)).toEqual(dates);
    expect(page.next).toBe(next && `http://127.0.0.1:8080${PRO}${next}`);
  });

  test.each([
    ["from=2026-02-30", "from"],
    ["to=21.11.2026", "to"],
    ["from=2026-11-20&to=2026-11-19", "to"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["from=2020-01-01&cursor=2019-12-31", "cursor"],
  ])("?%s is 400 and names the parameter", async (query, parameter) => {
    const { get } = pro();
    for (const path of [PRO, `${PRO}.csv`]) {
      const answer = await get(`${path}?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ parameter, detail: expect.stringMatching(`^${parameter} must `) });
    }
  });

  test("as CSV is one file, with the number of its correction at the end of each row", async () => {
    const answer = await pro().get(`${PRO}.csv`);
    const lines = (await answer.text()).split("\r\n");
    expect(lines[0]).toBe("date,score,score_smoothed,phase,phase_key,btc_price_usd,settled_phase_key,revision");
    expect(lines.filter((line) => /,\d+$/.test(line)).map((line) => line.slice(0, 10))).toEqual(["2020-03-12"]);
    expect([lines.length, answer.headers.get("content-type")]).toEqual([3614, "text/csv; charset=utf-8"]);
  });

  test("may be cached by the holder until the next row", async () => {
    const { get, clock } = pro();
    const cacheOf = async () => (await get(PRO)).headers.get("cache-control");
    expect(await cacheOf()).toBe("private, max-age=3600, stale-if-error=86400");
    await clock.advance(22.75 * 3_600_000); // 05:51 of the next day
    expect(await cacheOf()).toBe("private, max-age=540, stale-if-error=86400");
  });

  test("is a 304 for a holder who has it", async () => {
    const { get } = pro();
    const etag = `${(await get(PRO)).headers.get("etag")}`;
    expect((await get(PRO, KEYS.good, { "If-None-Match": etag })).status).toBe(304);
  });

  test("is a 503 before the first row", async () => {
    expect((await pro({ isEmpty: true }).get(PRO)).status).toBe(503);
  });
});

test("if API Pro is off, its paths do not exist, and a key has no effect", async () => {
  const { ask } = sampleSite();
  const headers = { "X-NHCI-API-Key": KEYS.gone };
  for (const path of [PRO, `${PRO}.csv`]) expect((await ask(path, { headers })).status).toBe(404);
  const [plain, keyed] = [await ask(CURRENT), await ask(CURRENT, { headers })];
  const shown = ({ headers: lines }: Response) => [...lines].filter(([name]) => name !== "date");
  expect(shown(keyed)).toEqual(shown(plain));
});

test("the sandbox names its test key only if API Pro is on", async () => {
  const listed = async (site: { ask: (path: string) => Promise<Response> }) => (await site.ask("/sandbox")).json();
  expect(await listed(pro())).toMatchObject({ test_key: SANDBOX_KEY });
  expect(await listed(sampleSite())).not.toHaveProperty("test_key");
  expect(await (await sampleSite().ask("/docs")).text()).not.toContain(SANDBOX_KEY);
});

test("every scene of the sandbox accepts the test key, which works nowhere else", async () => {
  const { get, ask } = pro();
  const scene = "/sandbox/corrected";
  const reply = await get(`${scene}${PRO}?limit=30`, SANDBOX_KEY);
  expect(reply.headers.get("cache-control")).toMatch(/^private/);
  const page = (await reply.json()) as ProHistoryReply;
  expect([page.days, page.revisions.length, page.next]).toEqual([30, 1, expect.stringContaining(`${scene}${PRO}?`)]);
  expect((await get(`${scene}${PRO}`, KEYS.good)).status).toBe(401);
  expect((await ask(`${scene}${PRO}`)).status).toBe(401);
  expect((await get(`/sandbox/limited${PRO}`, SANDBOX_KEY)).status).toBe(429);
});
