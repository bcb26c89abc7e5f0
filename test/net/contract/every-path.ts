/** What must hold for every path of a site. */
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../../packages/service/test/support/ask.js";
import { HEALTH_PATHS, PUBLIC_PATHS } from "./paths.js";
import { expectOpen, expectProblem, POLICY, type PublicClient } from "./public-service.js";

const ALLOW = "GET, HEAD, OPTIONS";

const HOUR_MS = 3_600_000;

/** All comparisons together take about ten seconds. */
const COMPARING_MS = 60_000;

/** Both max-age and the clock of nginx have a resolution of one second. */
const FORGOTTEN_MS = 2000;

/** What holds for every public path. */
export function everyPath(client: PublicClient): void {
  describe("every path", () => {
    // The sandbox scenes change every hour: two compared responses must be from the same hour, and nginx may keep those
    // of the previous hour for a second too long.
    beforeAll(async () => {
      const left = HOUR_MS - ((Date.now() - FORGOTTEN_MS) % HOUR_MS);
      if (left < COMPARING_MS + FORGOTTEN_MS) await wait(left);
    }, 2 * COMPARING_MS);

    test("responds to GET with its media type, for every origin", async () => {
      for (const { path, type, isMetered, namesLimit } of PUBLIC_PATHS) {
        const { status, headers, bytes } = await client.asked(path);
        expect.soft([path, status, headers["content-type"]?.split(";")[0]]).toEqual([path, 200, type]);
        expectOpen(path, headers);
        expect.soft(headers["x-content-type-options"], path).toBe("nosniff");
        expect.soft(headers["content-length"], path).toBe(String(bytes.length));
        expect.soft(headers["cache-control"], path).toMatch(/^public, max-age=\d+/);
        expect.soft(headers["ratelimit-policy"], path).toBe(isMetered || namesLimit ? POLICY : undefined);
      }
      for (const path of HEALTH_PATHS) {
        const { status, headers } = await client.asked(path);
        expect.soft([path, status, headers["cache-control"]]).toEqual([path, 200, "no-store"]);
        expectOpen(path, headers);
      }
    });

    test("responds to HEAD with the headers of GET and no body", async () => {
      for (const { path, isTimed } of PUBLIC_PATHS) {
        const [whole, head] = [await client.asked(path), await client.asked(path, { method: "HEAD" })];
        expect.soft([path, head.status, head.bytes.length]).toEqual([path, 200, 0]);
        const lasting = ({ headers }: Reply) => ({
          ...headers,
          date: "",
          "cache-control": untimed(headers["cache-control"]),
          ...(isTimed && { etag: "", "content-length": "" }),
        });
        expect.soft(lasting(head), path).toEqual(lasting(whole));
      }
    });

    test("is 304 for a client that has it, even with no-cache, and keeps CORS, ETag and Cache-Control", async () => {
      for (const { path, isTimed } of PUBLIC_PATHS) {
        const { etag = "", ...headers } = (await client.asked(path)).headers;
        expect.soft(etag, path).toMatch(/^"[^"]+"$/);
        if (isTimed) continue;
        const again = await client.asked(path, { headers: { "if-none-match": etag, "cache-control": "no-cache" } });
        expect.soft([path, again.status, again.text, again.headers.etag]).toEqual([path, 304, "", etag]);
        expectOpen(path, again.headers);
        for (const name of ["cache-control", "vary", "ratelimit-policy"])
          expect.soft(untimed(again.headers[name]), `${name} of ${path}`).toBe(untimed(headers[name]));
      }
    });

    test("has gzip and br variants of the same bytes, with Vary and their own ETags, or only one variant", async () => {
      for (const { path, isTimed } of PUBLIC_PATHS) if (!isTimed) await expectForms(client, path);
    });

    test("ignores unknown query parameters and unknown values", async () => {
      for (const { path, isTimed } of PUBLIC_PATHS) {
        const more = path.includes("?") ? "&" : "?";
        const plain = await client.asked(path);
        const queried = await client.asked(`${path}${more}x=1&_=%zz`);
        expect.soft([path, queried.status]).toEqual([path, 200]);
        if (!isTimed) expect.soft(queried.bytes.equals(plain.bytes), path).toBe(true);
      }
      for (const path of [
        "/",
        "/embed/nhci",
        "/embed/nhci-badge.svg",
        "/embed/nhci-chart.svg",
        "/embed/nhci-cycle.svg",
      ]) {
        const odd = await client.asked(`${path}?size=xxl&theme=pink&lang=xx&asset=doge&range=9y&style=3d`);
        expect.soft([path, odd.status, odd.bytes.equals((await client.asked(path)).bytes)]).toEqual([path, 200, true]);
      }
    });

    test("allows preflights for a day, and no method but GET, HEAD and OPTIONS", async () => {
      for (const path of [...PUBLIC_PATHS.map((each) => each.path), ...HEALTH_PATHS]) {
        await expectPreflight(client, path);
        for (const method of ["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"]) {
          const refused = await client.asked(path, { method });
          expectProblem(refused, 405);
          expect.soft([method, path, refused.headers.allow]).toEqual([method, path, ALLOW]);
        }
      }
    });
  });
}

async function expectForms(client: PublicClient, path: string): Promise<void> {
  const plain = await client.asked(path);
  const gzip = await client.asked(path, { headers: { "accept-encoding": "deflate, gzip;q=0.5" } });
  const br = await client.asked(path, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } });
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
  const refused = await client.asked(path, { headers: { "accept-encoding": "gzip;q=0" } });
  expect.soft(refused.headers["content-encoding"], path).toBeUndefined();
}

async function expectPreflight(client: PublicClient, path: string): Promise<void> {
  const wanted = ["traceparent", "authorization", "x-requested-with", "sentry-trace"];
  const { status, text, headers } = await client.asked(path, {
    method: "OPTIONS",
    headers: {
      origin: "https://elsewhere.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": wanted.join(),
    },
  });
  expect.soft([path, status, text]).toEqual([path, 204, ""]);
  expectOpen(path, headers);
  expect.soft(headers["access-control-max-age"], path).toBe("86400");
  expect.soft(headers["access-control-allow-methods"], path).toBe(ALLOW);
  const allowed = headers["access-control-allow-headers"]?.toLowerCase().split(/, ?/);
  expect.soft(allowed, path).toEqual(expect.arrayContaining(["x-nhci-api-key", ...wanted]));
}

/** A remaining time may have lost a second between two requests. */
const untimed = (cacheControl: string | readonly string[] | undefined) =>
  String(cacheControl).replace(/max-age=[1-9]\d*/, "max-age=n");
