import { describe, expect, test } from "vitest";
import { expectOpen, expectProblem } from "../../../../../test/net/contract/public-service.js";
import type { Reply } from "../../support/ask.js";
import { type Running, run } from "./running.js";

const CURRENT = "/api/public/nhci";

function parse(answer: string): Reply {
  const end = answer.indexOf("\r\n\r\n");
  const [first = "", ...lines] = answer.slice(0, end).split("\r\n");
  const pairs = lines.map((line) => line.split(/: ?(.*)/s)).map(([name = "", value]) => [name.toLowerCase(), value]);
  const text = answer.slice(end + 4);
  const headers = Object.fromEntries(pairs);
  expect(headers["content-length"] ?? "0").toBe(String(text.length));
  return { status: Number(first.split(" ")[1]), headers, text, bytes: Buffer.from(text) };
}

async function raw(running: Running, head: string): Promise<Reply> {
  return parse(await running.send(`${head}\r\nHost: a\r\nConnection: close\r\n\r\n`));
}

describe("what no endpoint answers is open to other origins, and a problem where it fails", () => {
  test("204 for a preflight of what is not there, 404 for other OPTIONS of it, and 204 for the server itself", async () => {
    const running = await run();
    const preflight = "OPTIONS /unknown HTTP/1.1\r\nAccess-Control-Request-Method: GET\r\nOrigin: https://a.example";
    const allowed = [await raw(running, preflight), await raw(running, "OPTIONS * HTTP/1.1")];
    for (const { status, headers } of allowed) {
      expect(status).toBe(204);
      expectOpen(204, headers);
    }
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

  test("405 also for a method that nobody has heard of, and one in small letters", async () => {
    const running = await run();
    for (const method of ["BREW", "get", "GETT", "X-1"]) {
      const answer = await raw(running, `${method} ${CURRENT}?x HTTP/1.1`);
      expectProblem(answer, 405);
      expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
    }
  });

  test("408 for headers that do not come to an end", async () => {
    const running = await run({ limits: { headersMs: 150, requestMs: 200, checkMs: 50 } });
    expectProblem(parse(await running.send(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nX-Slow: 1`)), 408);
    expectProblem(parse(await running.send("")), 408);
  });

  test("431 for headers over the limit, in one and in many lines", async () => {
    const running = await run();
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1\r\nX-Long: ${"x".repeat(9000)}`), 431);
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1${"\r\nX-Line: 0123456789".repeat(600)}`), 431);
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1\r\nX-Long: ${"x".repeat(500_000)}`), 431);
  });

  test("503 before there is anything to show, and while not ready, with the reason; to be alive takes no such question", async () => {
    const running = await run({ isEmpty: true, whyNotReady: () => "There is no score yet." });
    const ready = await raw(running, "GET /readyz HTTP/1.1");
    expectProblem(ready, 503);
    expect(ready.text).toContain('"detail":"There is no score yet."');
    expect((await raw(running, "GET /healthz HTTP/1.1")).text).toBe('{"ok":true}');
    expectProblem(await raw(running, `GET ${CURRENT} HTTP/1.1`), 503);
  });

  test("500 without a word about the cause, which goes to the log", async () => {
    const whyNotReady = () => {
      throw new Error("secret in /srv/file.ts");
    };
    const running = await run({ whyNotReady });
    const answer = await raw(running, "GET /readyz HTTP/1.1");
    expectProblem(answer, 500);
    expect(answer.text).not.toMatch(/secret|file|at /);
    expect(running.errors).toHaveLength(1);
  });
});
