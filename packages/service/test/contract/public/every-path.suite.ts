import { extname } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Reply } from "../../support/ask.js";
import { CURRENT, expectOpen, expectProblem, HEALTH, POLICY, type PublicClient } from "./public-service.js";

const ALLOW = "GET, HEAD, OPTIONS";

/** Says how old things are, counted anew twice a minute, and by each instance for itself. */
const countsTime = (path: string) => path === `${CURRENT}/meta` || path.endsWith("/status");

/** Media types of pages and of what only browsers and search engines ask for, which openapi.json does not describe. */
const TYPES: Readonly<Record<string, string>> = {
  "": "text/html",
  ".js": "text/javascript",
  ".txt": "text/plain",
  ".xml": "application/xml",
  ".ico": "image/x-icon",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** What holds for every endpoint alike. */
export function everyPath({ asked, addresses }: PublicClient): void {
  describe("every path", () => {
    test("answers GET as described, open to every origin", async () => {
      for (const [path, { api, metered }] of addresses()) {
        const { status, headers, bytes } = await asked(path);
        const ofScene = path.startsWith("/sandbox/") ? "application/json" : undefined; // of the path that is asked for there
        const type = api?.success.mediaType ?? ofScene ?? TYPES[extname(path)];
        expect.soft([path, status, headers["content-type"]?.split(";")[0]]).toEqual([path, 200, type]);
        expectOpen(path, headers);
        expect.soft(headers["x-content-type-options"], path).toBe("nosniff");
        expect.soft(headers["content-length"], path).toBe(String(bytes.length));
        expect.soft(headers["ratelimit-policy"], path).toBe(metered ? POLICY : undefined);
      }
    });

    test("answers HEAD with the headers of GET and no body", async () => {
      for (const [path] of addresses()) {
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
      for (const [path] of addresses()) {
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
      for (const [path] of addresses()) if (!countsTime(path)) await expectForms(path);
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
      for (const [path] of addresses()) {
        const [plain, queried] = [await asked(path), await asked(`${path}${path.includes("?") ? "&" : "?"}x=1&_=%zz`)];
        expect.soft([path, queried.status]).toEqual([path, 200]);
        if (!countsTime(path)) expect.soft(queried.bytes.equals(plain.bytes), path).toBe(true);
      }
    });

    test("allows preflights for a day, and no method but GET, HEAD and OPTIONS", async () => {
      for (const [path] of addresses()) {
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

    test("leads on from a slash at its end, but for the two metered ones, which have no other spelling", async () => {
      for (const [path, { metered }] of addresses()) {
        if (path === "/" || path.includes("?") || path.startsWith("/sandbox/")) continue;
        const twin = await asked(`${path}/?x=1`);
        if (metered) expectProblem(twin, 404);
        else {
          expect.soft([path, twin.status]).toEqual([path, 308]);
          expectOpen(path, twin.headers);
          expect.soft(new URL(`${twin.headers.location}`, `http://a${path}/`).href).toBe(`http://a${path}?x=1`);
        }
        expect.soft(twin.headers["ratelimit-policy"], path).toBeUndefined();
      }
    });
  });
}

/** A time that runs down may have lost a second between two requests. */
const untimed = (cacheControl: string | readonly string[] | undefined) =>
  String(cacheControl).replace(/max-age=[1-9]\d*/, "max-age=n");

/** Left out where an answer changes with time. */
const CHANGING = { etag: "", "content-length": "" };
