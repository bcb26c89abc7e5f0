import { addDays, formatDay, phaseOf, published as rounded, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { type HistoryRow, rowInstant } from "../../../src/domain/history.js";
import type { KeyCheck } from "../../../src/http/limit/limiter.js";
import { isApiKey, lookupOf, makeApiKey, SANDBOX_KEY } from "../../../src/platform/api-key.js";
import { settledOver } from "../../../src/published/settled-rows.js";
import { at as instant } from "../../contract/storage/samples.js";
import { showHistory } from "../../support/show-history.js";
import { type SampleOptions, sampleSite } from "./sample-site.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";
const PRO = "/api/pro/nhci/history";

const NEWEST = utcDay("2026-11-21");
const LIVE_SINCE = utcDay("2026-11-01");

/** A row a day since the end of 2016; the last three weeks are of this installation, and one of them came late. */
const ROWS: readonly HistoryRow[] = Array.from({ length: NEWEST - utcDay("2016-12-25") + 1 }, (_, i) => {
  const day = addDays(utcDay("2016-12-25"), i);
  const raw = 50 + 45 * Math.sin(i / 90);
  const isLate = day === utcDay("2026-11-10");
  return {
    day,
    computedAt: isLate ? instant("2026-11-10T09:30:00Z") : rowInstant(day),
    modelVersion: "1",
    raw,
    score: rounded(raw),
    smoothed: raw,
    phase: phaseOf(rounded(raw)).key,
    btcPriceUsd: 1000.25 + i,
    priceSource: "kraken",
    origin: day < LIVE_SINCE ? "backfill" : isLate ? "late" : "live",
  };
});

const CORRECTED = utcDay("2020-03-12");
const REVISION = {
  number: 1,
  day: CORRECTED,
  revisedAt: instant("2026-11-20T12:00:00Z"),
  reason: "One source gave “another” price.",
  corrected: { score: 10, smoothed: 11, phase: "FONDO" as const, btcPriceUsd: 4800 },
};

const KEYS = { good: makeApiKey(), small: makeApiKey(), old: makeApiKey(), gone: makeApiKey() };

/** Of keys that are known by heart. */
function check(text: string): ReturnType<NonNullable<KeyCheck>["check"]> {
  if (!isApiKey(text)) return "malformed";
  if (text === KEYS.old) return "expired";
  if (text === KEYS.gone) return "revoked";
  if (text !== KEYS.good && text !== KEYS.small) return "unknown";
  return { hash: lookupOf(text).hash, perMinute: text === KEYS.good ? 600 : 3 };
}

async function pro(options: SampleOptions = {}) {
  const running = sampleSite({ pro: { check }, ...options });
  if (options.isEmpty !== true) {
    showHistory(running.published, { rows: ROWS, revisions: [REVISION] });
  }
  const get = (path: string, key = KEYS.good, headers: Readonly<Record<string, string>> = {}) =>
    running.ask(path, { headers: { "X-NHCI-API-Key": key, ...headers } });
  const json = async (path: string) => (await (await get(path)).json()) as Page;
  return { ...running, get, json };
}

interface Page {
  readonly days: number;
  readonly data: readonly { readonly date: string; readonly score: number; readonly settled_phase_key: string }[];
  readonly revisions: readonly unknown[];
  readonly next: string | null;
}

const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;

describe("a key on the two public endpoints", () => {
  test("changes no byte of a body, and no cache that others share keeps or gives its answer", async () => {
    const { get, ask } = await pro();
    for (const path of [CURRENT, HISTORY]) {
      const [plain, keyed] = [await ask(path), await get(path)];
      expect(await keyed.text()).toBe(await plain.text());
      expect(keyed.headers.get("etag")).toBe(plain.headers.get("etag"));
      expect(plain.headers.get("ratelimit-policy")).toBe('"public";q=20;w=60');
      expect(keyed.headers.get("ratelimit-policy")).toBe('"key";q=600;w=60');
      expect(plain.headers.get("cache-control")).toMatch(/^public, /);
      expect(keyed.headers.get("cache-control")).toMatch(/^private, /);
      for (const { headers } of [plain, keyed]) expect(headers.get("vary")).toBe("Accept-Encoding, X-NHCI-API-Key");
    }
  });

  test("lets exactly its own number of requests through in any 60 s", async () => {
    const { get, pass } = await pro();
    const statuses = [];
    for (let i = 0; i < 601; i++) statuses.push((await get(i % 2 === 0 ? CURRENT : HISTORY)).status);
    expect(statuses).toEqual([...Array(600).fill(200), 429]);
    pass(59_999);
    const refused = await get(HISTORY);
    expect(refused.headers.get("ratelimit")).toBe('"key";r=0;t=1');
    expect(refused.headers.get("ratelimit-policy")).toBe('"key";q=600;w=60');
    expect(await refused.json()).toMatchObject({ status: 429, "violated-policies": ["key"], retry_after_seconds: 1 });
    pass(1);
    expect((await get(CURRENT)).status).toBe(200);
  }, 60_000);

  test("counts on every path together, apart from the address and from other keys", async () => {
    const { get, ask } = await pro();
    const statuses = [];
    for (const path of [CURRENT, PRO, `${PRO}.csv`, HISTORY]) statuses.push((await get(path, KEYS.small)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await get(CURRENT)).status).toBe(200);
    for (let i = 0; i < 20; i++) expect((await ask(CURRENT)).status).toBe(200);
    expect((await ask(CURRENT)).status).toBe(429);
    expect((await get(CURRENT)).status).toBe(200);
  });
});

describe("a key that is not good", () => {
  test.each([
    ["malformed", "peak_live_<API_KEY>"],
    ["malformed", `${KEYS.good.slice(0, 20)}${KEYS.good[20] === "a" ? "b" : "a"}${KEYS.good.slice(21)}`],
    ["malformed", `${KEYS.good}, ${KEYS.good}`],
    ["malformed", ""],
    ["unknown", makeApiKey()],
    ["unknown", SANDBOX_KEY],
    ["expired", KEYS.old],
    ["revoked", KEYS.gone],
  ])("is 401 where it is %s, on every path that looks at it", async (error, key) => {
    const { get } = await pro();
    for (const path of [CURRENT, HISTORY, PRO, `${PRO}.csv`]) {
      const answer = await get(path, key);
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
        401,
        `PeakKey realm="API Pro", error="${error}"`,
      ]);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      const body = await answer.text();
      expect(JSON.parse(body)).toMatchObject({ ok: false, type: "about:blank", title: "Unauthorized", status: 401 });
      if (key !== "") expect(body).not.toContain(key.slice(10, 16));
    }
  });

  test("counts against the limit of its address, so that guessing is as slow as asking", async () => {
    const { get, ask } = await pro();
    const statuses = [];
    for (let i = 0; i < 22; i++) statuses.push((await get(i % 2 === 0 ? PRO : CURRENT, makeApiKey())).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
    expect((await ask(HISTORY)).headers.get("ratelimit")).toMatch(/^"public";r=0;/);
  });

  test("is told apart from none at all, which the public endpoints take and the others do not", async () => {
    const { ask } = await pro();
    expect((await ask(CURRENT)).status).toBe(200);
    const answer = await ask(PRO);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'PeakKey realm="API Pro"']);
  });

  test("is not looked at where nothing is metered", async () => {
    const { get } = await pro();
    for (const path of ["/api/public/nhci/meta", "/healthz", "/"])
      expect((await get(path, "nonsense")).status).toBe(200);
  });
});

describe("the whole history", () => {
  const since2017 = ROWS.filter(({ day }) => day >= utcDay("2017-01-01"));

  test("comes in pages of 1,000 rows that lead from one to the next, with the settled phase of each day", async () => {
    const { json } = await pro();
    const rows = [];
    const sizes = [];
    for (let path: string | undefined = PRO; path !== undefined; ) {
      const page = await json(path);
      rows.push(...page.data);
      sizes.push([page.days, page.data.length, page.revisions.length]);
      path = page.next === null ? undefined : pathOf(page.next);
    }
    expect(sizes).toEqual([
      [1000, 1000, 0],
      [1000, 1000, 1],
      [1000, 1000, 0],
      [612, 612, 0],
    ]);
    const settled = settledOver(ROWS).slice(-since2017.length);
    expect(rows.map(({ date, score, settled_phase_key }) => [date, score, settled_phase_key])).toEqual(
      since2017.map(({ day, score }, i) => [formatDay(day), score, settled[i]?.phase]),
    );
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...["date", "score", "score_smoothed", "phase", "phase_key", "btc_price_usd", "settled_phase_key"],
    ]);
  });

  test("says of a page which of its rows were corrected, and how", async () => {
    const { json } = await pro();
    const { revisions } = await json(`${PRO}?from=2020-03-01&to=2020-03-31`);
    expect(revisions).toEqual([expect.objectContaining({ date: "2020-03-12", score: 10, reason: REVISION.reason })]);
    expect((await json(`${PRO}?from=2020-03-13`)).revisions).toEqual([]);
  });

  test.each([
    ["?from=2026-11-20", ["2026-11-20", "2026-11-21"], null],
    ["?from=2010-01-01&to=2017-01-02", ["2017-01-01", "2017-01-02"], null],
    ["?to=2017-01-01&limit=1", ["2017-01-01"], null],
    ["?limit=1&x=1", ["2017-01-01"], "?limit=1&x=1&cursor=2017-01-02"],
    [
      "?from=2017-01-01&to=2017-01-09&limit=2&cursor=2017-01-03",
      ["2017-01-03", "2017-01-04"],
      "?from=2017-01-01&to=2017-01-09&limit=2&cursor=2017-01-05",
    ],
    ["?from=2027-01-01", [], null],
  ])("%s gives the days that it names", async (query, dates, next) => {
    const page = await (await pro()).json(PRO + query);
    expect(page.data.map(({ date }) => date)).toEqual(dates);
    expect(page.next).toBe(next === null ? null : `http://127.0.0.1:8080${PRO}${next}`);
  });

  test.each([
    ["from=2026-02-30", "from"],
    ["from=", "from"],
    ["from=today&to=never", "from"],
    ["to=21.11.2026", "to"],
    ["from=2026-11-20&to=2026-11-19", "to"],
    ["to=2016-12-31", "to"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=1e2", "limit"],
    ["cursor=next", "cursor"],
    ["from=2020-01-01&cursor=2019-12-31", "cursor"],
    ["to=2020-01-01&cursor=2020-01-02", "cursor"],
  ])("?%s is 400 and names the parameter", async (query, parameter) => {
    const { get } = await pro();
    for (const path of [PRO, `${PRO}.csv`]) {
      const answer = await get(`${path}?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ parameter, detail: expect.stringMatching(`^${parameter} must `) });
    }
  });

  test("as CSV is one file, by its path or by Accept, with the number of its correction behind a row", async () => {
    const { get } = await pro();
    const [byPath, byAccept] = [await get(`${PRO}.csv`), await get(PRO, KEYS.good, { Accept: "text/csv, */*;q=0.1" })];
    const text = await byPath.text();
    expect(await byAccept.text()).toBe(text);
    const lines = text.split("\r\n");
    expect(lines[0]).toBe("date,score,score_smoothed,phase,phase_key,btc_price_usd,settled_phase_key,revision");
    expect([lines.length, lines.at(-1)]).toEqual([since2017.length + 2, ""]);
    expect(lines.filter((line) => /,\d+$/.test(line)).map((line) => line.slice(0, 10))).toEqual(["2020-03-12"]);
    for (const { headers } of [byPath, byAccept]) {
      expect([headers.get("content-type"), headers.get("vary")]).toEqual([
        "text/csv; charset=utf-8",
        "Accept, X-NHCI-API-Key",
      ]);
    }
    for (const accept of ["*/*", "application/json, text/csv", "text/csv;q=0.5, application/json"]) {
      expect((await get(PRO, KEYS.good, { Accept: accept })).headers.get("content-type")).toMatch(/^application\/json/);
    }
  });

  test("is for the holder's own cache until the next row, which revalidates", async () => {
    const { get, clock } = await pro();
    const answer = await get(PRO);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=3600, stale-if-error=86400");
    const etag = String(answer.headers.get("etag"));
    const again = await get(PRO, KEYS.good, { "If-None-Match": etag });
    expect([again.status, await again.text(), again.headers.get("cache-control")]).toEqual([
      ...[304, ""],
      answer.headers.get("cache-control"),
    ]);
    expect((await get(`${PRO}?limit=999`)).headers.get("etag")).not.toBe(etag);
    await clock.advance(22.75 * 3_600_000);
    expect((await get(PRO)).headers.get("cache-control")).toBe("private, max-age=540, stale-if-error=86400");
  });

  test("is 503 before there is a row", async () => {
    const { get } = await pro({ isEmpty: true });
    for (const path of [PRO, `${PRO}.csv`]) expect((await get(path)).status).toBe(503);
  });
});

describe("the paths of API Pro", () => {
  test("are like those of everybody to other methods and to preflights", async () => {
    const { ask } = await pro();
    const preflight = { "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-nhci-api-key" };
    for (const path of [PRO, `${PRO}.csv`]) {
      const asked = await ask(path, { method: "OPTIONS", headers: preflight });
      expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([
        204,
        expect.stringContaining("X-NHCI-API-Key"),
      ]);
      expect((await ask(path, { method: "POST" })).status).toBe(405);
      expect((await ask(path, { method: "HEAD" })).status).toBe(401);
    }
  });

  test("are not there where it is off, and a key has no effect then", async () => {
    const { ask } = sampleSite();
    const headers = { "X-NHCI-API-Key": KEYS.gone };
    for (const path of [PRO, `${PRO}.csv`]) {
      expect((await ask(path, { headers })).status).toBe(404);
      expect((await ask(path, { method: "POST" })).status).toBe(404);
    }
    const answers = [await ask(CURRENT), await ask(CURRENT, { headers })];
    const shown = answers.map((answer) => [...answer.headers].filter(([name]) => name !== "date"));
    expect(shown[1]).toEqual(shown[0]);
    expect(new Map(shown[0]).get("vary")).toBe("Accept-Encoding");
  });

  test("answer in every scene of the sandbox for its one key, which opens nothing else", async () => {
    const { get, ask } = await pro();
    const scene = "/sandbox/corrected";
    const page = await (await get(`${scene}${PRO}?limit=1`, SANDBOX_KEY)).json();
    expect(page).toMatchObject({ days: 1, next: expect.stringContaining(`${scene}${PRO}?`) });
    const all = (await (await get(`${scene}${PRO}`, SANDBOX_KEY)).json()) as Page;
    expect([all.days, all.revisions.length]).toEqual([31, 1]);
    expect((await get(`${scene}${PRO}`, KEYS.good)).status).toBe(401);
    expect((await ask(`${scene}${PRO}`)).status).toBe(401);
    expect((await get(`/sandbox/limited${PRO}`, SANDBOX_KEY)).status).toBe(429);
    expect(await (await ask("/sandbox")).json()).toMatchObject({ paths: expect.arrayContaining([PRO]) });
    expect((await get(PRO, SANDBOX_KEY)).status).toBe(401);
  });
});
