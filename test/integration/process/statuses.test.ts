import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, freshClient, type Reply } from "../../support/ask.js";
import { type LiveService, settledService } from "./live-service.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";
/** Answered by a service that has a score and a signed history. */
const DATA = [
  `${CURRENT}/meta`,
  `${CURRENT}/proof`,
  `${CURRENT}/proof/leaves`,
  `${CURRENT}/revisions`,
  `${CURRENT}/history.csv`,
  `${CURRENT}/score.txt`,
  "/.well-known/peak-keys.json",
  "/feed.atom",
  "/feed.json",
] as const;
const EXPOSED = "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link";

describe("every status of a running service", () => {
  let service: LiveService;
  beforeAll(async () => {
    service = await settledService();
  });
  afterAll(() => service.end());

  const asked = (method: string, path: string, headers: Record<string, string> = {}, from = freshClient()) =>
    ask(service.origin + path, { method, headers, from });

  function expectProblem(reply: Reply, status: number): void {
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toBe("application/problem+json");
    expect(reply.headers["cache-control"]).toBe("no-store");
    const body = JSON.parse(reply.text);
    expect(Object.keys(body).slice(0, 5)).toEqual(["ok", "type", "title", "status", "detail"]);
    expect([body.ok, body.status, typeof body.type, typeof body.title]).toEqual([false, status, "string", "string"]);
    expect(body.detail).toMatch(/^[A-Z].*\.$/);
    expect(reply.text).not.toMatch(/\.js|\bat \w+ \(|node:|Error:/);
  }

  test.each([CURRENT, HISTORY, ...DATA, "/", "/attribution", "/record", "/status", "/healthz", "/readyz"])(
    "OPTIONS %s is a preflight: 204, allows the key header for a day",
    async (path) => {
      const { status, headers, text } = await asked("OPTIONS", path, {
        origin: "https://elsewhere.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "x-nhci-api-key",
      });
      expect([status, text]).toEqual([204, ""]);
      expect(headers["access-control-allow-headers"]?.split(", ")).toContain("X-NHCI-API-Key");
      expect(headers["access-control-max-age"]).toBe("86400");
      expect(headers["access-control-allow-methods"]).toContain("GET");
    },
  );

  test.each(["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])("%s is 405 with Allow", async (method) => {
    for (const path of [CURRENT, HISTORY, ...DATA, "/", "/healthz"]) {
      const reply = await asked(method, path);
      expectProblem(reply, 405);
      expect(reply.headers.allow).toBe("GET, HEAD, OPTIONS");
    }
  });

  test.each([
    `${CURRENT}/`,
    `${HISTORY}/`,
    "/API/public/nhci",
    "/api/public",
    "/api//public/nhci",
    "/attribution/",
    "/favicon.ico",
    "/../etc/passwd",
    "/%",
    "/healthz/",
    "/readyz/",
  ])("%s is 404", async (path) => {
    const reply = await asked("GET", path);
    if (path === "/%") expect([400, 404]).toContain(reply.status);
    expectProblem(reply, path === "/%" ? reply.status : 404);
  });

  test("HEAD of what is not there is 404 without a body", async () => {
    const reply = await asked("HEAD", "/nothing");
    expect([reply.status, reply.text, reply.headers["cache-control"]]).toEqual([404, "", "no-store"]);
  });

  test("a target too long, headers too large and an absent host are refused in the same form", async () => {
    expectProblem(await asked("GET", `${CURRENT}?${"x".repeat(4000)}`), 414);
    expectProblem(await asked("GET", CURRENT, { "x-large": "x".repeat(9000) }), 431);
    expectProblem(await asked("GET", CURRENT, { expect: "something" }), 417);
  });

  test("every status on every path is open to every origin and exposes the promised headers", async () => {
    const drained = freshClient();
    for (let i = 0; i < 20; i++) await asked("GET", CURRENT, {}, drained);
    const { etag = "" } = (await asked("GET", CURRENT)).headers;
    const replies = [
      await asked("GET", CURRENT),
      await asked("GET", HISTORY),
      await asked("GET", CURRENT, { "if-none-match": etag }),
      await asked("OPTIONS", CURRENT),
      await asked("POST", CURRENT),
      await asked("GET", "/nowhere"),
      await asked("GET", `/${"x".repeat(4000)}`),
      await asked("GET", "/", { "x-large": "x".repeat(9000) }),
      await asked("GET", CURRENT, {}, drained),
      await asked("GET", "/"),
      await asked("GET", "/attribution"),
      await asked("GET", "/healthz"),
      await asked("GET", "/readyz"),
      await asked("GET", "/%"),
      await asked("GET", CURRENT, { expect: "something" }),
    ];
    expect(replies.slice(0, 9).map(({ status }) => status)).toEqual([200, 200, 304, 204, 405, 404, 414, 431, 429]);
    for (const { status, headers } of replies) {
      expect([status, headers["access-control-allow-origin"]]).toEqual([status, "*"]);
      expect([status, headers["access-control-expose-headers"]]).toEqual([status, EXPOSED]);
      if (status >= 400) expect([status, headers["cache-control"]]).toEqual([status, "no-store"]);
    }
  });

  // The ages in the first one go on while a test looks.
  test.each(DATA.slice(1))("%s answers, is open, and is 304 for those who have it", async (path) => {
    const whole = await asked("GET", path);
    expect([whole.status, whole.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
    expect(whole.headers["ratelimit-policy"]).toBeUndefined();
    const again = await asked("GET", path, { "if-none-match": whole.headers.etag ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await asked("GET", `${path}?x=1`)).text).toBe(whole.text);
    expect((await asked("GET", `${path}/`)).status).toBe(404);
  });

  test("what the score stands on, the CSV and the text agree with the two answers", async () => {
    const { btc } = JSON.parse((await asked("GET", CURRENT)).text);
    const { data } = JSON.parse((await asked("GET", HISTORY)).text);
    const meta = JSON.parse((await asked("GET", `${CURRENT}/meta`)).text);
    expect([meta.updated_at, meta.btc.score, meta.btc.phase_key]).toEqual([btc.updated_at, btc.score, btc.phase_key]);
    expect((await asked("GET", `${CURRENT}/score.txt`)).text).toBe(`${btc.score.toFixed(1)}\n`);
    const lines = (await asked("GET", `${CURRENT}/history.csv`)).text.split("\r\n");
    expect(lines.slice(1, -1)).toEqual(data.map((row: object) => Object.values(row).join(",")));
  });

  test("/healthz and /readyz say that all is well", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const reply = await asked("GET", path);
      expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { ok: true }]);
    }
  });

  test.each(["/", "/attribution"])(
    "%s is a page that says the market is simulated, and allows no script",
    async (path) => {
      const { status, headers, text } = await asked("GET", path);
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'/);
      expect(headers["content-security-policy"]).not.toMatch(/unsafe|script-src|\*/);
      expect(text).toContain("Simulated market");
      expect(text).not.toContain("<script");
    },
  );

  test.each([
    "/embed/nhci",
    "/embed/nhci-badge.svg",
    "/embed/nhci-chart.svg",
    "/embed/nhci-badge.js",
    "/embed/nhci-chart.js",
    "/feed.atom",
    `/oembed?url=${encodeURIComponent("http://127.0.0.1:0/")}`,
  ])("%s names the index as simulated", async (path) => {
    expect((await asked("GET", path)).text).toContain("Peak Cycle Index (simulated)");
  });

  test("the pages show the score and every source in use", async () => {
    const { btc } = JSON.parse((await asked("GET", CURRENT)).text);
    expect((await asked("GET", "/")).text).toContain(`>${btc.score.toFixed(1)}<`);
    const { text } = await asked("GET", "/attribution");
    for (const name of ["Kraken", "Bitstamp", "alternative.me", "Coin Metrics", "CC BY-NC 4.0", "Peak Cycle Index"]) {
      expect(text).toContain(name);
    }
  });
});
