import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../../src/http/endpoint.js";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { ask, freshClient, type Reply, type RequestOptions } from "../../support/ask.js";
import { eventually } from "../../support/service-process.js";

/** Whatever serves the public: one process, a process behind a proxy, several instances behind one. */
export interface PublicService {
  /** Where clients ask. The tests know nothing else of what answers there. */
  readonly origin: string;
  /** What answers behind it, where that is several: the suite begins when each of them has all there is. */
  readonly instances?: readonly string[];
  /** Repeats what needs the limit until nothing disturbed it. By default it is tried once. */
  readonly undisturbed?: <T>(attempt: () => Promise<T>) => Promise<T>;
}

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";
const QUOTA = 20;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ALLOW = "GET, HEAD, OPTIONS";
const POLICY = '"public";q=20;w=60';
const EXPOSED = "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link";

/** Never kept by anyone. */
const HEALTH = ["/healthz", "/readyz"];

/** Says how old things are, counted anew twice a minute, and by each instance for itself. */
const countsTime = (path: string) => path === `${CURRENT}/meta` || path.endsWith("/status");

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
    String.raw`"updated_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z","stale":false},` +
    `"crypto":{"score":${SCORE},"phase":"${PHASE}"},` +
    `"market":{"btc_price_usd":${TWO_DECIMALS},"btc_dominance_pct":${TWO_DECIMALS},` +
    String.raw`"fear_greed":{"value":\d{1,3},"classification":"(?:Extreme Fear|Fear|Neutral|Greed|Extreme Greed)"}}}$`,
);
const ROW = String.raw`{"date":"\d{4}-\d\d-\d\d","score":${SCORE},"score_smoothed":${SCORE},${BOTH},"btc_price_usd":${TWO_DECIMALS}}`;
const HISTORY_TEXT = new RegExp(`^{"ok":true,"asset":"BTC","days":30,"data":\\[${ROW}(?:,${ROW}){29}\\]}$`);

/**
 * The public contract, asked for from outside; what it says of all paths is derived from the list of endpoints.
 *
 * @param running with a fresh score; its sources fail meanwhile, so that answers stay as they are
 */
export function publicContract(running: () => PublicService): void {
  const statuses = new Set<number>();
  const asked = async (path: string, question: RequestOptions = {}) => {
    const reply = await ask(running().origin + path, { from: freshClient(), ...question });
    statuses.add(reply.status);
    return reply;
  };
  const undisturbed = <T>(attempt: () => Promise<T>) => (running().undisturbed ?? ((once) => once()))(attempt);

  /** Every endpoint with one address that it answers. */
  let addresses: readonly (readonly [path: string, endpoint: Endpoint])[] = [];
  beforeAll(async () => {
    const pages = (await asked("/docs")).text + (await asked("/embed")).text;
    const { servers } = JSON.parse((await asked("/openapi.json")).text);
    addresses = ENDPOINTS.map((endpoint) => [addressOf(endpoint, pages, servers[0].url), endpoint]);
    const origins = [...(running().instances ?? []), running().origin];
    for (const [path] of addresses)
      for (const origin of origins) await eventually(`all there is at ${path}`, () => isComplete(origin, path));
  }, 120_000);

  const isComplete = async (origin: string, path: string) => {
    const { status, headers } = await ask(origin + path, { from: freshClient() });
    const cache = headers["cache-control"] ?? "";
    const isMeanwhile = !cache.startsWith("public") || cache === "public, max-age=5";
    return (status === 200 && (!isMeanwhile || HEALTH.includes(path))) || undefined;
  };

  describe("every path", () => {
    test("answers GET as described, open to every origin", async () => {
      for (const [path, { api, metered }] of addresses) {
        const { status, headers, bytes } = await asked(path);
        const type = api?.success.mediaType ?? (path.endsWith(".js") ? "text/javascript" : "text/html");
        expect.soft([path, status, headers["content-type"]?.split(";")[0]]).toEqual([path, 200, type]);
        expectOpen(path, headers);
        expect.soft(headers["x-content-type-options"], path).toBe("nosniff");
        expect.soft(headers["content-length"], path).toBe(String(bytes.length));
        expect.soft(headers["ratelimit-policy"], path).toBe(metered ? POLICY : undefined);
      }
    });

    test("answers HEAD with the headers of GET and no body", async () => {
      for (const [path] of addresses) {
        const [whole, head] = [await asked(path), await asked(path, { method: "HEAD" })];
        expect.soft([path, head.status, head.bytes.length]).toEqual([path, 200, 0]);
        const others = ({ headers }: Reply) => ({
          ...headers,
          date: "",
          "cache-control": untimed(headers["cache-control"]),
          ...(countsTime(path) && CHANGING),
        });
        expect.soft(others(head), path).toEqual(others(whole));
      }
    });

    test("is 304 for whoever has it, even beside no-cache, with all it takes to keep it", async () => {
      for (const [path] of addresses) {
        const { etag = "", ...headers } = (await asked(path)).headers;
        if (HEALTH.includes(path)) {
          expect.soft([path, headers["cache-control"]]).toEqual([path, "no-store"]);
          continue;
        }
        expect.soft(headers["cache-control"], path).toMatch(/^public, max-age=\d+/);
        expect.soft(etag, path).toMatch(/^"[^"]+"$/);
        if (countsTime(path)) continue;
        const again = await asked(path, { headers: { "if-none-match": etag, "cache-control": "no-cache" } });
        expect.soft([path, again.status, again.text, again.headers.etag]).toEqual([path, 304, "", etag]);
        expectOpen(path, again.headers);
        for (const name of ["cache-control", "vary", "ratelimit-policy"])
          expect.soft(untimed(again.headers[name]), `${name} of ${path}`).toBe(untimed(headers[name]));
      }
    });

    test("has gzip and br forms of the same bytes, told apart by Vary and by their tags, or one form for all", async () => {
      for (const [path] of addresses) if (!countsTime(path)) await expectForms(path);
    });

    async function expectForms(path: string): Promise<void> {
      const plain = await asked(path);
      const gzip = await asked(path, { headers: { "accept-encoding": "deflate, gzip;q=0.5" } });
      const br = await asked(path, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } });
      const all = [plain, gzip, br];
      const codings = all.map(({ headers }) => headers["content-encoding"]);
      const tags = new Set(all.map(({ headers }) => headers.etag));
      if (codings.every((coding) => coding === undefined)) {
        expect.soft(all.every(({ bytes }) => bytes.equals(plain.bytes)) && tags.size === 1, path).toBe(true);
        return;
      }
      expect.soft([path, ...codings]).toEqual([path, undefined, "gzip", "br"]);
      expect.soft(gunzipSync(gzip.bytes).equals(plain.bytes), path).toBe(true);
      expect.soft(brotliDecompressSync(br.bytes).equals(plain.bytes), path).toBe(true);
      expect.soft(tags.size, path).toBe(3);
      for (const { headers } of all) expect.soft(headers.vary, path).toBe("Accept-Encoding");
      const refused = await asked(path, { headers: { "accept-encoding": "gzip;q=0" } });
      expect.soft(refused.headers["content-encoding"], path).toBeUndefined();
    }

    test("ignores what it does not know in a query", async () => {
      for (const [path] of addresses) {
        const [plain, queried] = [await asked(path), await asked(`${path}${path.includes("?") ? "&" : "?"}x=1&_=%zz`)];
        expect.soft([path, queried.status]).toEqual([path, 200]);
        if (!countsTime(path)) expect.soft(queried.bytes.equals(plain.bytes), path).toBe(true);
      }
    });

    test("allows preflights for a day, and no method but GET, HEAD and OPTIONS", async () => {
      for (const [path] of addresses) {
        const preflight = await asked(path, {
          method: "OPTIONS",
          headers: {
            origin: "https://elsewhere.example",
            "access-control-request-method": "GET",
            "access-control-request-headers":
              "x-nhci-api-key,traceparent,authorization, X-Requested-With,b{d,sentry-trace",
          },
        });
        expect.soft([path, preflight.status, preflight.text]).toEqual([path, 204, ""]);
        expectOpen(path, preflight.headers);
        expect.soft(preflight.headers["access-control-max-age"], path).toBe("86400");
        expect.soft(preflight.headers["access-control-allow-methods"], path).toBe(ALLOW);
        const allowed = preflight.headers["access-control-allow-headers"]?.split(", ");
        const names = ["traceparent", "authorization", "X-Requested-With", "sentry-trace"];
        expect.soft(allowed, path).toEqual(["X-NHCI-API-Key", "If-None-Match", ...names]);
        expect.soft(preflight.headers.vary, path).toBe("Access-Control-Request-Headers");
        for (const method of ["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"]) {
          const refused = await asked(path, { method });
          expectProblem(refused, 405);
          expect.soft([method, path, refused.headers.allow]).toEqual([method, path, ALLOW]);
        }
      }
    });

    test("has no twin with a slash at its end", async () => {
      for (const [path, { metered }] of addresses) {
        if (path === "/" || path.includes("?")) continue;
        const twin = await asked(`${path}/`);
        expectProblem(twin, 404);
        expect.soft(metered && twin.headers["ratelimit-policy"], path).toBeFalsy();
      }
    });
  });

  describe("the two answers", () => {
    test("have the specified fields in the specified order, numbers as promised", async () => {
      const [current, history] = [await asked(CURRENT), await asked(HISTORY)];
      for (const { headers } of [current, history])
        expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(current.text).toMatch(CURRENT_TEXT);
      expect(history.text).toMatch(HISTORY_TEXT);
    });

    test("reach over 30 consecutive days, oldest first, up to the latest whose 06:00 UTC has passed", async () => {
      const newest = Math.floor((Date.now() - 6 * HOUR_MS) / DAY_MS) * DAY_MS;
      const { data } = JSON.parse((await asked(HISTORY)).text);
      const due = Array.from({ length: 30 }, (_, i) => new Date(newest - (29 - i) * DAY_MS).toISOString().slice(0, 10));
      expect(data.map((row: { date: string }) => row.date)).toEqual(due);
    });

    test("may be kept for a minute, and until the next row is due", async () => {
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

    test("know every form in which a client says what it has", async () => {
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

    test("agree with what the score stands on, the CSV, the text and the front page", async () => {
      const { btc } = JSON.parse((await asked(CURRENT)).text);
      const { data } = JSON.parse((await asked(HISTORY)).text);
      const meta = JSON.parse((await asked(`${CURRENT}/meta`)).text);
      expect([meta.updated_at, meta.btc.score, meta.btc.phase_key]).toEqual([btc.updated_at, btc.score, btc.phase_key]);
      expect((await asked(`${CURRENT}/score.txt`)).text).toBe(`${btc.score.toFixed(1)}\n`);
      const lines = (await asked(`${HISTORY}.csv`)).text.split("\r\n");
      expect(lines.slice(1, -1)).toEqual(data.map((row: object) => Object.values(row).join(",")));
      expect((await asked("/")).text).toContain(`>${btc.score.toFixed(1)}<`);
    });
  });

  describe("what is not there or cannot be read", () => {
    test.each([
      "/API/public/nhci",
      "/api/public",
      "/api//public/nhci",
      "/api/public/%6ehci",
      "/api/public/nhci;x",
      "//docs",
      "/embed/nhci%3Ftheme=dark",
      "/embed/9.9.9-ffffffff/nhci-chart.js",
      "/assets/x.js",
      "/favicon.ico",
      "/oembed?url=x",
    ])("%s is 404 in the form of all failures", async (path) => {
      expectProblem(await asked(path), 404);
      const head = await asked(path, { method: "HEAD" });
      expect([head.status, head.text, head.headers["cache-control"]]).toEqual([404, "", "no-store"]);
    });

    test("is refused in the same form: a target too long, headers too large, a broken escape", async () => {
      expectProblem(await asked(`${CURRENT}?${"x".repeat(4000)}`), 414);
      expectProblem(await asked(CURRENT, { headers: { "x-large": "x".repeat(9000) } }), 431);
      const broken = await asked("/%");
      expect([400, 404]).toContain(broken.status);
      expectProblem(broken, broken.status);
    });
  });

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

    test("is 20 requests of both together, HEAD included; the next says when to come back", async () => {
      const [seen, refused] = await undisturbed(async () => {
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
      const seen = await undisturbed(() => {
        const from = freshClient();
        return statusesOf(QUOTA + 1, () => ({ from, headers: { "if-none-match": etag } }));
      });
      expect(seen).toEqual(thenRefused(304));
    });

    test("counts no preflight, no refused method and no other path, and refuses none of them", async () => {
      const others = async (from: string) => {
        const free = addresses.filter(([, { metered }]) => !metered);
        return [
          await statusesOf(free.length, (i) => ({ from, path: free[i]?.[0] ?? "" })),
          await statusesOf(5, () => ({ from, method: "OPTIONS" })),
          await statusesOf(5, () => ({ from, method: "POST" })),
          await statusesOf(5, () => ({ from, path: `${CURRENT}/` })),
        ].map((each) => [...new Set(each)]);
      };
      const answered = [[200], [204], [405], [404]];
      const [before, seen, after] = await undisturbed(async () => {
        const from = freshClient();
        return [await others(from), await statusesOf(QUOTA + 1, () => ({ from })), await others(from)];
      });
      expect([before, seen, after]).toEqual([answered, thenRefused(), answered]);
    });

    test("cannot be escaped with a made-up address or a key, nor turned against another client", async () => {
      const [seen, victim] = await undisturbed(async () => {
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

  test("nothing of all this was a fault of the service", () => {
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  });
}

/** A time that runs down may have lost a second between two requests. */
const untimed = (cacheControl: string | readonly string[] | undefined) =>
  String(cacheControl).replace(/max-age=[1-9]\d*/, "max-age=n");

/** Left out where an answer changes with time. */
const CHANGING = { etag: "", "content-length": "" };

/** @param pages that point at what has a varying part in its path @param baseUrl by which the service calls itself */
function addressOf({ path, pattern }: Endpoint, pages: string, baseUrl: string): string {
  if (path === "/oembed") return `/oembed?url=${encodeURIComponent(new URL("/", baseUrl).href)}`;
  if (pattern === undefined) return path;
  // Without the slash in front: pages point at scripts by relative addresses.
  const found = new RegExp(pattern.source.replace(/^\^\\\/|\$$/g, "")).exec(pages)?.[0];
  if (found === undefined) throw new Error(`no page points at ${path}`);
  return `/${found}`;
}

function expectOpen(what: unknown, headers: Reply["headers"]): void {
  expect.soft([what, headers["access-control-allow-origin"]]).toEqual([what, "*"]);
  expect.soft([what, headers["access-control-expose-headers"]]).toEqual([what, EXPOSED]);
}

/** A failure in the form of all failures, which nobody keeps and which tells nothing about the inside. */
function expectProblem({ status, headers, text }: Reply, expected: number): void {
  expect(status).toBe(expected);
  expectOpen(expected, headers);
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(headers["cache-control"]).toBe("no-store");
  const body = JSON.parse(text);
  expect(Object.keys(body).slice(0, 5)).toEqual(["ok", "type", "title", "status", "detail"]);
  expect([body.ok, body.status, typeof body.type, typeof body.title]).toEqual([false, expected, "string", "string"]);
  expect(body.detail).toMatch(/^[A-Z].*\.$/);
  expect(text).not.toMatch(/\.js|\bat \w+ \(|node:|Error:/);
}
