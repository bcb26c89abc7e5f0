import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exchange } from "../../../../../torture/http/raw.js";
import { ask } from "../../support/ask.js";
import { findNginx } from "../../support/find-programs.js";
import { type Nginx, startNginx } from "../../support/nginx.js";
import { eventually } from "../../support/service-process.js";

/** Stands where an instance stands, and answers what a test says. */
interface Origin {
  readonly port: number;
  readonly server: Server;
}

const program = findNginx();

describe.skipIf(program === undefined)("nginx with copies of the metered answers", () => {
  let nginx: Nginx;
  const origins: Origin[] = [];
  const asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
  let answer: (response: ServerResponse, count: number) => void = () => {};

  beforeAll(async () => {
    if (program === undefined) return;
    for (let i = 0; i < 3; i++) {
      const server = createServer(({ url = "", headers }, response) => {
        if (url === "/healthz") return void response.end();
        asked.push({ url, headers });
        answer(response, asked.length);
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      origins.push({ port: (server.address() as AddressInfo).port, server });
    }
    nginx = await startNginx({ program, instancePorts: origins.map(({ port }) => port), sharesAnswers: true });
  });
  afterAll(async () => {
    await nginx?.end();
    for (const { server } of origins) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(() => {
    asked.length = 0;
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) => ask(nginx.origin + path, { headers });
  const keeping = (cacheControl: string, date = new Date().toUTCString()) => {
    answer = (response, count) => {
      response.writeHead(200, { "cache-control": cacheControl, etag: `"${count}"`, date, vary: "Accept-Encoding" });
      response.end(`answer ${count}`);
    };
  };
  const expectRefusal = (head: string, body: string, status: number) => {
    for (const line of [
      "content-type: application/problem+json",
      "cache-control: no-store",
      "access-control-allow-origin: *",
    ])
      expect.soft(head.toLowerCase(), String(status)).toContain(line);
    expect.soft(JSON.parse(body), String(status)).toMatchObject({ ok: false, type: "about:blank", status });
  };
  const afterMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  test("asks once for many, whatever the query, and tells the age of a copy by its date", async () => {
    const date = new Date(Date.now() - 7000).toUTCString();
    keeping("public, max-age=60", date);
    const paths = Array.from({ length: 30 }, (_, i) => `/api/public/nhci?defeat=${i}`);
    const replies = await Promise.all(paths.map((path) => get(path)));
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(["answer 1"]));
    expect(replies.every(({ headers }) => headers.date === date)).toBe(true);
    expect(asked.length).toBe(1);
    const unchanged = await get("/api/public/nhci", { "if-none-match": '"1"', "cache-control": "no-cache" });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, "", '"1"']);
    expect(unchanged.headers["cache-control"]).toBe("public, max-age=60");
  });

  test("keeps a copy for each query outside of /api/, however a query is written", async () => {
    keeping("public, max-age=60");
    for (const query of ["?lang=es", "", "?l%61ng=es", "?range=30d&lang=es", "?lang=es"])
      await get(`/manifest.webmanifest${query}`);
    expect(asked.map(({ url }) => url.replace("/manifest.webmanifest", ""))).toEqual([
      "?lang=es",
      "",
      "?l%61ng=es",
      "?range=30d&lang=es",
    ]);
  });

  test("keeps three forms, by what a client accepts", async () => {
    keeping("public, max-age=60");
    const accepted = ["br", "gzip, br", "gzip", "gzip;q=1.0, *;q=0", "identity", "", "br;q=0"];
    for (const each of accepted) await get("/api/forms", each === "" ? {} : { "accept-encoding": each });
    expect(asked.map(({ headers }) => headers["accept-encoding"])).toEqual(["br", "gzip", undefined]);
  });

  test("gives the old copy at once while it fetches a new one, as long as allowed", async () => {
    keeping("public, max-age=1, stale-while-revalidate=30");
    expect((await get("/api/revalidated")).text).toBe("answer 1");
    await afterMs(2100);
    expect((await get("/api/revalidated")).text).toBe("answer 1");
    await eventually("the new one", async () => (await get("/api/revalidated")).text !== "answer 1" || undefined);
  });

  test("gives the old copy when no instance answers, as long as allowed, and no longer", async () => {
    keeping("public, max-age=1, stale-if-error=30");
    await get("/api/kept");
    keeping("public, max-age=1");
    await get("/api/gone");
    await afterMs(2100);
    answer = (response) => response.destroy();
    expect([(await get("/api/kept")).status, (await get("/api/gone")).status]).toEqual([200, 503]);
  });

  test("says what it refuses by itself as Peak would, open to other origins", async () => {
    keeping("public, max-age=60");
    await get("/cached");
    const { port: text } = new URL(nginx.origin);
    const port = Number(text);
    for (const [expected, line, ...headers] of [
      [400, "GET / HTTP/1.1\r\nbroken header"],
      [405, "TRACE / HTTP/1.1"],
      [412, "GET /cached HTTP/1.1", 'If-Match: "other"'],
      [412, "GET /cached HTTP/1.1", "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"],
      [413, "POST / HTTP/1.1", "Content-Length: 99999999"],
      [414, `GET /${"a".repeat(9000)} HTTP/1.1`],
      [431, "GET / HTTP/1.1", `X: ${"a".repeat(9000)}`],
      [501, "GET / HTTP/1.1", "Transfer-Encoding: gzip"],
      [505, "GET / HTTP/2.0"],
    ] as const) {
      const request = [line, "Host: a", ...headers, "Connection: close", "", ""].join("\r\n");
      const answer = await exchange({ port }, [Buffer.from(request)], 5000);
      expect.soft([line, answer.slice(0, 12)]).toEqual([line, `HTTP/1.1 ${expected}`]);
      expectRefusal(answer.slice(0, answer.indexOf("\r\n\r\n")), answer.slice(answer.indexOf("{")), expected);
    }
  });

  test("keeps nothing that says no-store", async () => {
    answer = (response) => response.writeHead(429, { "cache-control": "no-store" }).end();
    for (let i = 0; i < 3; i++) expect((await get("/api/refused")).status).toBe(429);
    expect(asked.length).toBe(3);
  });

  test("asks another instance when one is silent, and forwards no claim about the client", async () => {
    answer = (response, count) => {
      if (count > 1) response.writeHead(200, { "cache-control": "no-store" }).end("here");
    };
    const reply = await get("/api/silent", { "x-forwarded-for": "198.51.100.7", "x-real-ip": "198.51.100.7" });
    expect([reply.status, reply.text]).toEqual([200, "here"]);
    expect(asked.map(({ headers }) => headers["x-forwarded-for"])).toEqual(["127.0.0.1", "127.0.0.1"]);
    await expect.poll(() => new Set(nginx.log().at(-1)?.ports).size).toBe(2); // nginx logs a moment after it has answered
  });
});
