import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ask, freshClient, type RequestOptions } from "./ask.js";
import { type LiveService, liveService, settledService } from "./live-service.js";
import { shiftedLife } from "./shifted-life.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";
const QUOTA = 20;

describe("the limit of a running service", () => {
  let service: LiveService;
  beforeAll(async () => {
    service = await settledService();
  });
  afterAll(() => service.end());

  const statusesOf = async (count: number, question: (i: number) => RequestOptions & { path?: string }) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) {
      const { path = CURRENT, ...rest } = question(i);
      statuses.push((await ask(service.origin + path, rest)).status);
    }
    return statuses;
  };
  const allowed = (status = 200) => Array<number>(QUOTA).fill(status);

  test("lets exactly 20 requests through, and other clients are not touched", async () => {
    const from = freshClient();
    expect(await statusesOf(QUOTA + 3, () => ({ from }))).toEqual([...allowed(), 429, 429, 429]);
    expect(await statusesOf(1, () => ({ from: freshClient() }))).toEqual([200]);
  });

  test("is one for both endpoints", async () => {
    const from = freshClient();
    const paths = [CURRENT, HISTORY, `${HISTORY}?days=3`];
    expect(await statusesOf(QUOTA, (i) => ({ from, path: paths[i % 3] ?? CURRENT }))).toEqual(allowed());
    expect(await statusesOf(2, (i) => ({ from, path: paths[i] ?? CURRENT }))).toEqual([429, 429]);
  });

  test("counts HEAD and 304", async () => {
    const { etag = "" } = (await ask(service.origin + CURRENT, { from: freshClient() })).headers;
    const [asker, header] = [freshClient(), freshClient()];
    const unchanged = await statusesOf(QUOTA + 1, () => ({ from: asker, headers: { "if-none-match": etag } }));
    expect(unchanged).toEqual([...allowed(304), 429]);
    expect(await statusesOf(QUOTA + 1, () => ({ from: header, method: "HEAD" }))).toEqual([...allowed(), 429]);
  });

  test("does not count preflights, pages, health checks, wrong paths and wrong methods", async () => {
    const from = freshClient();
    await statusesOf(25, () => ({ from, method: "OPTIONS" }));
    await statusesOf(25, () => ({ from, method: "POST" }));
    const free = [`${CURRENT}/meta`, `${CURRENT}/score.txt`, `${HISTORY}.csv`, "/feed.atom"];
    for (const path of ["/", "/attribution", "/healthz", `${CURRENT}/`, ...free])
      await statusesOf(10, () => ({ from, path }));
    expect(await statusesOf(QUOTA + 1, () => ({ from }))).toEqual([...allowed(), 429]);
    expect(await statusesOf(3, () => ({ from, method: "OPTIONS" }))).toEqual([204, 204, 204]);
    expect(await statusesOf(1, () => ({ from, path: "/" }))).toEqual([200]);
  });

  test("cannot be escaped with a made-up X-Forwarded-For, nor with a key", async () => {
    const from = freshClient();
    const claims = (i: number) => ({
      "x-forwarded-for": `203.0.113.${i}, 198.51.100.${i}`,
      forwarded: `for=203.0.113.${i}`,
      "x-real-ip": `203.0.113.${i}`,
      "x-nhci-api-key": `peak_live_${i}`,
    });
    expect(await statusesOf(QUOTA + 1, (i) => ({ from, headers: claims(i) }))).toEqual([...allowed(), 429]);
  });

  test("says in the refusal when to come back", async () => {
    const from = freshClient();
    await statusesOf(QUOTA, () => ({ from }));
    const { status, headers, text } = await ask(service.origin + HISTORY, { from });
    const seconds = Number(headers["retry-after"]);
    expect([status, headers["content-type"]]).toEqual([429, "application/problem+json"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers["ratelimit"]).toBe(`"public";r=0;t=${seconds}`);
    expect(headers["ratelimit-policy"]).toBe('"public";q=20;w=60');
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      status: 429,
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      retry_after_seconds: seconds,
    });
  });
});

describe("the limit over time", () => {
  test("lets a request pass after exactly Retry-After, and none a second earlier", async () => {
    const life = await shiftedLife("2026-11-19T12:20:00Z");
    const from = freshClient();
    await life.get(CURRENT, { from });
    const first = life.now();
    for (let i = 0; i < QUOTA - 2; i++) await life.get(CURRENT, { from });
    life.pass(10_100 - (life.now() - first)); // far from a whole second, which requests could slip over
    expect((await life.get(CURRENT, { from })).status).toBe(200);
    const refused = await life.get(CURRENT, { from });
    const seconds = Number(refused.headers["retry-after"]);
    expect(refused.status).toBe(429);
    life.pass((seconds - 1) * 1000);
    expect((await life.get(CURRENT, { from })).status).toBe(429);
    life.pass(1000);
    expect((await life.get(CURRENT, { from })).status).toBe(200);
  });

  test("is full again a minute after the last request that passed", async () => {
    const life = await shiftedLife("2026-11-19T12:20:00Z");
    const from = freshClient();
    for (let i = 0; i < 40; i++) await life.get(CURRENT, { from });
    life.pass(60_000);
    const statuses: number[] = [];
    for (let i = 0; i < QUOTA + 1; i++) statuses.push((await life.get(CURRENT, { from })).status);
    expect(statuses).toEqual([...Array(QUOTA).fill(200), 429]);
  });
});

describe("the limit behind a proxy that is trusted", () => {
  test("counts the right-most address that is no proxy, whatever stands left of it", async () => {
    const service = await liveService({ settings: { TRUSTED_PROXIES: "127.0.0.0/8,10.0.0.0/8" }, cutOff: true });
    onTestFinished(() => service.end());
    const from = freshClient();
    const through = (chain: string) =>
      ask(service.origin + HISTORY, { from, headers: { "x-forwarded-for": chain } }).then(({ status }) => status);
    for (let i = 0; i < QUOTA; i++) expect(await through(`192.0.2.${i}, 203.0.113.7, 10.1.2.3`)).toBe(200);
    expect(await through("192.0.2.99, 203.0.113.7")).toBe(429);
    expect(await through("203.0.113.8")).toBe(200);
  });
});
