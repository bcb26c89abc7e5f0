import { describe, expect, test } from "vitest";
import { PNG_VARIANTS } from "../../../src/chart/pictures.js";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { sampleScripts } from "../../support/sample-scripts.js";
import { sampleSnapshot } from "../../unit/http/samples.js";
import { type Running, run } from "./running.js";

const CURRENT = "/api/public/nhci";
const EXPOSED = "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link";
const PATHS = [
  ...ENDPOINTS.filter(({ path, pattern }) => pattern === undefined && path !== "/oembed").map(({ path }) => path),
  `/embed/${sampleScripts.code.version}/nhci-chart.js`,
  "/oembed?url=http://127.0.0.1:8080/",
];

/** With a PNG of every kind. */
async function runWhole(): Promise<Running> {
  const running = await run();
  const bytes = new Uint8Array(1);
  const computedAt = sampleSnapshot().score.computedAt;
  for (const variant of PNG_VARIANTS) running.pngs.put(variant, { computedAt, fresh: bytes, stale: bytes });
  return running;
}

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

function parse(text: string): Raw {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  );
  return { status: Number(first.split(" ")[1]), headers, body: text.slice(end + 4) };
}

async function raw(running: Running, head: string): Promise<Raw> {
  return parse(await running.send(`${head}\r\nHost: a\r\nConnection: close\r\n\r\n`));
}

function expectOpen({ status, headers }: Raw, expected: number): void {
  expect(status).toBe(expected);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-expose-headers")).toBe(EXPOSED);
}

function expectProblem(answer: Raw, expected: number): void {
  expectOpen(answer, expected);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const problem = JSON.parse(answer.body);
  expect(Object.keys(problem).slice(0, 5)).toEqual(["ok", "type", "title", "status", "detail"]);
  expect(problem).toMatchObject({ ok: false, status: expected });
  expect(answer.headers.get("content-length")).toBe(String(answer.body.length));
}

describe("every status is open to other origins", () => {
  test("200 and 304", async () => {
    const running = await runWhole();
    for (const path of PATHS) {
      expectOpen(await raw(running, `GET ${path} HTTP/1.1`), 200);
      if (/z$/.test(path)) continue; // health is never kept
      expectOpen(await raw(running, `GET ${path} HTTP/1.1\r\nIf-None-Match: *`), 304);
    }
  });

  test("204 for a preflight, on unknown paths too", async () => {
    const running = await run();
    for (const path of [...PATHS, "/unknown"]) {
      const answer = await raw(
        running,
        `OPTIONS ${path} HTTP/1.1\r\nAccess-Control-Request-Method: GET\r\nOrigin: https://a.example`,
      );
      expectOpen(answer, 204);
      expect(answer.body).toBe("");
      expect(answer.headers.get("access-control-max-age")).toBe("86400");
      expect(answer.headers.get("access-control-allow-headers")).toContain("X-NHCI-API-Key");
      expect(answer.headers.get("access-control-allow-methods")).toContain("GET");
    }
    expectOpen(await raw(running, "OPTIONS * HTTP/1.1"), 204);
    expectOpen(await raw(running, `OPTIONS ${CURRENT} HTTP/1.1`), 204);
    expectProblem(await raw(running, "OPTIONS /unknown HTTP/1.1"), 404);
  });

  test("400 for what is no request, or has no Host, or two, or a broken escape", async () => {
    const running = await run();
    expectProblem(parse(await running.send("nonsense\r\n\r\n")), 400);
    expectProblem(parse(await running.send(`GET ${CURRENT} HTTP/1.1\r\nbroken header\r\n\r\n`)), 400);
    expectProblem(parse(await running.send(`BREW ${CURRENT} HTTP/7.1\r\nHost: a\r\n\r\n`)), 400);
    expectProblem(parse(await running.send(`BREW tea HTTP/1.1\r\nHost: a\r\n\r\n`)), 400);
    expectProblem(parse(await running.send(`GET ${CURRENT} HTTP/1.1\r\nConnection: close\r\n\r\n`)), 400);
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1\r\nHOST: other.example`), 400);
    expectProblem(await raw(running, "GET /%zz HTTP/1.1"), 400);
    expectProblem(
      parse(
        await running.send(
          `GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ),
      ),
      400,
    );
  });

  test("404", async () => {
    const running = await run();
    for (const path of ["/unknown?x", "/embed/9.9.9-ffffffff/nhci-chart.js", "/assets/x.js", "/oembed?url=x"]) {
      expectProblem(await raw(running, `GET ${path} HTTP/1.1`), 404);
    }
  });

  test("501 for an oEmbed format that is none", async () => {
    expectProblem(await raw(await run(), "GET /oembed?format=yaml HTTP/1.1"), 501);
  });

  test("405 with Allow on every known path for every other method, 404 elsewhere", async () => {
    const running = await run();
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "LINK", "M-SEARCH"]) {
      for (const path of PATHS) {
        const answer = await raw(running, `${method} ${path} HTTP/1.1`);
        expectProblem(answer, 405);
        expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      }
      expectProblem(await raw(running, `${method} ${CURRENT}?x HTTP/1.1`), 405);
      for (const unknown of [
        "/unknown",
        "/embed/",
        "/embed/x/nhci-chart.js",
        "/embed/1/x.css",
        "/assets/",
        "/es/embed/",
      ]) {
        expectProblem(await raw(running, `${method} ${unknown} HTTP/1.1`), 404);
      }
    }
  });

  test("405 also for a method that nobody has heard of, and one in small letters", async () => {
    const running = await run();
    for (const method of ["BREW", "get", "GETT", "X-1"]) {
      const answer = await raw(running, `${method} ${CURRENT}?x HTTP/1.1`);
      expectProblem(answer, 405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expectProblem(await raw(running, `${method} /unknown HTTP/1.1`), 404);
    }
  });

  test("405 for CONNECT, which is closed", async () => {
    const running = await run();
    const answer = parse(await running.send("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n"));
    expectProblem(answer, 405);
  });

  test("408 for headers that do not come to an end", async () => {
    const running = await run({ limits: { headersMs: 150, requestMs: 200, checkMs: 50 } });
    expectProblem(parse(await running.send(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nX-Slow: 1`)), 408);
    expectProblem(parse(await running.send("")), 408);
  });

  test("414 for a target over the limit", async () => {
    expectProblem(await raw(await run(), `GET ${CURRENT}?${"x".repeat(3000)} HTTP/1.1`), 414);
  });

  test("417 for an expectation that cannot be met", async () => {
    expectProblem(await raw(await run(), `GET ${CURRENT} HTTP/1.1\r\nExpect: magic`), 417);
  });

  test("429", async () => {
    const running = await run();
    for (let i = 0; i < 20; i++) await running.ask(CURRENT);
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1`), 429);
  });

  test("431 for headers over the limit, in one and in many lines", async () => {
    const running = await run();
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1\r\nX-Long: ${"x".repeat(9000)}`), 431);
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1${"\r\nX-Line: 0123456789".repeat(600)}`), 431);
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1\r\nX-Long: ${"x".repeat(500_000)}`), 431);
  });

  test("500 and 503", async () => {
    const running = await run({ isEmpty: true, health: () => Promise.reject(new Error("broken")) });
    expectProblem(await raw(running, `GET /embed/nhci-card.png HTTP/1.1`), 503);
    expectProblem(await raw(running, "GET /readyz HTTP/1.1"), 500);
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1`), 503);
  });
});
