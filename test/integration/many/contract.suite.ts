import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ManyInstances, whileShared } from "../../support/many-instances.js";
import { eventually } from "../../support/service-process.js";
import { ask, freshClient, type Reply, type RequestOptions } from "../process/ask.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";
const WINDOW_MS = 60_000;
const EXPOSED = "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link";

/** @param running several instances that have a score; their sources fail meanwhile */
export function contractThroughNginx(running: () => ManyInstances): void {
  let many: ManyInstances;
  beforeAll(() => {
    many = running();
    many.simulator.faults.set("*", "500"); // answers stay as they are while the tests look
  });
  afterAll(() => many.simulator.faults.clear());

  const asked = (path: string, question: RequestOptions = {}) =>
    ask(many.origin + path, { from: freshClient(), ...question });
  const portsAsked = () => new Set(many.nginx.log().flatMap(({ ports }) => ports));

  test("answer alike, byte for byte, each of them", async () => {
    for (const path of [CURRENT, HISTORY, `${CURRENT}/proof`, "/feed.atom", `${HISTORY}.csv`]) {
      const replies = await Promise.all(Array.from({ length: 9 }, () => asked(path)));
      expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
    }
    expect(portsAsked()).toEqual(new Set(many.instances.map(({ port }) => port)));
  });

  test("keep their headers behind nginx", async () => {
    const [current, history] = [await asked(CURRENT), await asked(HISTORY)];
    for (const { headers } of [current, history]) {
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["access-control-expose-headers"]).toBe(EXPOSED);
      expect(headers["ratelimit-policy"]).toBe('"public";q=20;w=60');
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(headers.vary).toBe("Accept-Encoding");
      expect(headers.etag).toMatch(/^"[\w-]+"$/);
    }
    expect(current.headers["cache-control"]).toMatch(
      /^public, max-age=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/,
    );
    expect(history.headers["cache-control"]).toMatch(/^public, max-age=\d+, stale-if-error=86400$/);
  });

  test.each([CURRENT, HISTORY, "/", "/embed/nhci-badge.svg"])(
    "give 304 for a known ETag, and HEAD without a body: %s",
    async (path) => {
      const whole = await asked(path);
      expect(whole.status).toBe(200);
      const { etag = "" } = whole.headers;
      const unchanged = await asked(path, { headers: { "if-none-match": etag, "cache-control": "no-cache" } });
      expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
      for (const name of ["etag", "access-control-allow-origin", "cache-control"] as const)
        expect(unchanged.headers[name]).toBe(whole.headers[name]);
      const head = await asked(path, { method: "HEAD" });
      expect([head.status, head.text, head.headers.etag]).toEqual([200, "", etag]);
      expect(head.headers["content-length"]).toBe(String(whole.bytes.length));
    },
  );

  test.each([
    ["br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["deflate, gzip;q=0.5", "gzip", gunzipSync],
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["identity", undefined, (bytes: Buffer) => bytes],
    ["gzip;q=0", undefined, (bytes: Buffer) => bytes],
  ])("serve a client that accepts %s", async (accepted, coding, unpacked) => {
    for (const path of [HISTORY, "/docs", "/embed/nhci-chart.js"]) {
      const plain = await asked(path);
      const reply = await asked(path, { headers: { "accept-encoding": accepted } });
      expect([path, reply.headers["content-encoding"]]).toEqual([path, coding]);
      expect(unpacked(reply.bytes).toString("utf8")).toBe(plain.text);
    }
  });

  test("answer preflights, other methods and unknown paths as one would", async () => {
    const preflight = await asked(CURRENT, { method: "OPTIONS", headers: { "access-control-request-method": "GET" } });
    expect([preflight.status, preflight.headers["access-control-max-age"]]).toEqual([204, "86400"]);
    expect(preflight.headers["access-control-allow-headers"]).toContain("X-NHCI-API-Key");
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "TRACE"]) {
      const refused = await asked(CURRENT, { method });
      expectProblem(refused, 405);
      expect([method, refused.headers.allow]).toEqual([method, "GET, HEAD, OPTIONS"]);
    }
    for (const path of ["/no-such-page", `${CURRENT}/`, "/embed/nhci%3Ftheme=dark", "//docs", "/api//public/nhci"])
      expectProblem(await asked(path), 404);
  });

  test("say what nginx itself refuses in the same form", async () => {
    expectProblem(await asked(`/${"a".repeat(9000)}`), 414);
    expectProblem(await asked("/docs", { headers: { "x-large": "a".repeat(9000) } }), 431);
  });

  test("grant one address 20 requests over all three, then 429 with the time that is left", async () => {
    const { from, logged, began, ended, statuses } = await whileShared(many, async () => {
      const client = { from: freshClient(), logged: many.nginx.log().length, began: Date.now() };
      const asking = Array.from({ length: 25 }, (_, i) =>
        asked(i % 2 ? CURRENT : HISTORY, { from: client.from, method: i % 3 ? "GET" : "HEAD" }),
      );
      const replies = await Promise.all(asking);
      return { ...client, ended: Date.now(), statuses: replies.map(({ status }) => status).sort() };
    });
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    const lines = many.nginx.log().slice(logged);
    expect(new Set(lines.filter(({ status }) => status === 200).flatMap(({ ports }) => ports)).size).toBe(3);

    const askedAt = Date.now();
    const refused = await asked(CURRENT, { from });
    expectProblem(refused, 429);
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(Math.ceil((began + WINDOW_MS - Date.now()) / 1000));
    expect(seconds).toBeLessThanOrEqual(Math.ceil((ended + WINDOW_MS - askedAt) / 1000));
    expect(refused.headers.ratelimit).toBe(`"public";r=0;t=${seconds}`);
    expect(JSON.parse(refused.text).retry_after_seconds).toBe(seconds);
    for (const path of ["/", "/embed/nhci-badge.svg", "/embed/nhci", "/healthz"])
      expect([path, (await asked(path, { from })).status]).toEqual([path, 200]);
    expect((await asked(CURRENT, { from, method: "OPTIONS" })).status).toBe(204);
  });

  test("do not believe what a client writes into X-Forwarded-For", async () => {
    const claims = Array.from({ length: 30 }, (_, i) => ({ "x-forwarded-for": `198.51.100.${i}, 127.0.0.1` }));
    const { from, replies } = await whileShared(many, async () => {
      const client = freshClient();
      return {
        from: client,
        replies: await Promise.all(claims.map((headers) => asked(CURRENT, { from: client, headers }))),
      };
    });
    expect(replies.filter(({ status }) => status === 200).length).toBe(20);
    const victim = await asked(CURRENT, { headers: { "x-forwarded-for": from } });
    expect(victim.status).toBe(200);
  });

  test("let nginx answer pages, scripts and pictures by itself, once for each encoding and variant", async () => {
    const cachesOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const before = many.nginx.log().length;
      const reply = await asked(path, { headers });
      expect([path, reply.status]).toEqual([path, 200]);
      const line = await eventually("a line of nginx", () => many.nginx.log()[before]);
      return { cache: line.cache, reply };
    };
    await cachesOf("/attribution");
    expect((await cachesOf("/attribution?defeat=cache")).cache).toBe("HIT");
    await cachesOf("/embed/nhci?theme=dark");
    const [dark, light] = [await cachesOf("/embed/nhci?theme=dark"), await cachesOf("/embed/nhci?theme=light")];
    expect([dark.cache, light.cache]).toEqual(["HIT", "MISS"]);
    expect(dark.reply.text).not.toBe(light.reply.text);
    await cachesOf("/embed/nhci-chart.js", { "accept-encoding": "gzip, br" });
    expect((await cachesOf("/embed/nhci-chart.js", { "accept-encoding": "br;q=1.0, br" })).cache).toBe("HIT");
    expect((await cachesOf(CURRENT)).cache).toBe("-");
    expect((await cachesOf("/readyz")).cache).toBe("-");
  });
}

function expectProblem({ status, headers, text }: Reply, expected: number): void {
  expect(status).toBe(expected);
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers["access-control-expose-headers"]).toBe(EXPOSED);
  if (text === "") return;
  const body = JSON.parse(text);
  expect(Object.keys(body).slice(0, 5)).toEqual(["ok", "type", "title", "status", "detail"]);
  expect([body.ok, body.status]).toEqual([false, expected]);
}
