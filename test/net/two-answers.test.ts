/**
 * The two specified responses, compared byte by byte with golden files. They are from a service on simulated sources
 * with frozen time, when the score is fresh, about to go stale, stale, and missing.
 */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, freshClient, type Reply, type RequestOptions } from "../../packages/service/test/support/ask.js";
import { newFolder } from "../../packages/service/test/support/made-once.js";
import { type FrozenSite, frozenSite } from "./support/frozen-site.js";
import { golden } from "./support/golden.js";
import { CURRENT, HISTORY, type Site, serve } from "./support/peak.js";

/** The contract specifies these; others may change. */
const HEADERS = [
  "content-type",
  "content-encoding",
  "cache-control",
  "vary",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "allow",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
];

const FRESH = "2026-11-24T07:06:00.000Z";
/** 30 s before the score is two hours old, and the first millisecond after. */
const ALMOST_STALE = "2026-11-24T09:05:30.000Z";
const STALE = "2026-11-24T09:06:00.001Z";

let site: FrozenSite;
let empty: Site;
beforeAll(async () => {
  [site, empty] = await Promise.all([frozenSite(FRESH), serve({ DATA_DIR: newFolder(), ...NO_SOURCES })]);
  site.simulator.child.kill("SIGKILL"); // the score stays as it is
});
afterAll(() => Promise.all([site?.end(), empty?.program.kill()]));

/** Nothing listens on port 9 of this machine. */
const NO_SOURCES = Object.fromEntries(
  ["KRAKEN", "BITSTAMP", "BINANCE", "COINGECKO", "COINPAPRIKA", "ALTERNATIVE_ME", "COIN_METRICS", "BRK"].map((name) => [
    `UPSTREAM_${name}_URL`,
    "http://127.0.0.1:9",
  ]),
);

test("the two responses match the golden file to the byte, in every form", async () => {
  const answers: Record<string, unknown> = {};
  const record = async (name: string, origin: string, path: string, options: RequestOptions = {}) => {
    const reply = await ask(origin + path, { from: freshClient(), ...options });
    answers[`${options.method ?? "GET"} ${path} ${name}`] = recorded(reply);
    return reply;
  };
  for (const path of [CURRENT, HISTORY]) await record("before there is a score", empty.origin, path);
  for (const [moment, name, sign] of [
    [FRESH, "fresh", "max-age=60,"],
    [ALMOST_STALE, "about to turn stale", "max-age=30,"],
    [STALE, "stale", '"stale":true'],
  ] as const) {
    site.time.set(moment, site.program);
    await expect.poll(() => currentOf(site.origin), { timeout: HEARD_MS }).toContain(sign);
    for (const path of [CURRENT, HISTORY]) await recordForms(name, path, record);
  }
  const from = freshClient();
  for (let i = 0; i < 20; i++) await ask(site.origin + CURRENT, { from });
  for (const path of [CURRENT, HISTORY]) await record("over the limit", site.origin, path, { from });
  await record("preflight", site.origin, CURRENT, { method: "OPTIONS" });
  await record("not allowed", site.origin, CURRENT, { method: "POST" });
  expect(answers).toEqual(golden("two-answers.json", answers));
});

type Recording = (name: string, origin: string, path: string, options?: RequestOptions) => Promise<Reply>;

async function recordForms(name: string, path: string, record: Recording): Promise<void> {
  const whole = await record(name, site.origin, path);
  await record(name, site.origin, path, { method: "HEAD" });
  const etag = whole.headers.etag ?? "";
  expect(etag).toMatch(/^"[^"]+"$/);
  await record(`${name}, known`, site.origin, path, {
    headers: { "if-none-match": etag, "cache-control": "no-cache" },
  });
  for (const coding of ["gzip", "br"])
    await record(`${name}, ${coding}`, site.origin, path, { headers: { "accept-encoding": coding } });
}

/** A process reads the new time only after the signal arrives, which can be late on a busy machine. */
const HEARD_MS = 10_000;

async function currentOf(origin: string): Promise<string> {
  const { headers, text } = await ask(origin + CURRENT, { from: freshClient() });
  return `${headers["cache-control"]} ${text}`;
}

/** Compressed bytes differ between versions of the compressor; their content does not. */
function recorded({ status, headers, bytes }: Reply) {
  const coding = headers["content-encoding"];
  const isPacked = bytes.length > 0 && coding !== undefined;
  const plain = !isPacked ? bytes : coding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes);
  const told = Object.fromEntries(HEADERS.filter((name) => headers[name]).map((name) => [name, headers[name]]));
  return { status, headers: told, body: plain.toString("utf8") };
}
