import { describe, expect, test } from "vitest";
import { type Running, run } from "./running.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

async function statuses({ ask }: Running, times: number, path = CURRENT, init?: RequestInit): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) {
    const answer = await ask(path, init);
    await answer.arrayBuffer();
    seen.push(answer.status);
  }
  return seen;
}

const twenty = (status: number) => Array<number>(20).fill(status);

describe("the limit", () => {
  test("is 20 requests of both answers together, then 429 that says when to come back", async () => {
    const running = await run();
    expect(await statuses(running, 12)).toEqual(twenty(200).slice(8));
    running.pass(10_000);
    expect(await statuses(running, 8, HISTORY)).toEqual(twenty(200).slice(12));
    const refused = await running.ask(HISTORY);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("50");
    expect(refused.headers.get("ratelimit")).toBe('"public";r=0;t=50');
    expect(refused.headers.get("ratelimit-policy")).toBe('"public";q=20;w=60');
    expect(await refused.json()).toMatchObject({
      ok: false,
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      status: 429,
      "violated-policies": ["public"],
      retry_after_seconds: 50,
    });
    running.pass(49_000);
    expect(await statuses(running, 1)).toEqual([429]);
    running.pass(1000);
    expect(await statuses(running, 13)).toEqual([...twenty(200).slice(8), 429]);
  });

  test("counts 503", async () => {
    expect(await statuses(await run({ isEmpty: true }), 21)).toEqual([...twenty(503), 429]);
  });

  test("counts a target in absolute form, as a proxy sends it", async () => {
    const running = await run();
    const absolute = `GET http://a.example${CURRENT}?x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`;
    for (let i = 0; i < 20; i++) expect(await running.send(absolute)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await running.send(absolute)).toMatch(/^HTTP\/1\.1 429 /);
  });

  test("counts the clients behind a trusted proxy one by one", async () => {
    const running = await run({ config: { trustedProxies: ["127.0.0.0/8"] } });
    const behind = (chain: string) => ({ headers: { "x-forwarded-for": chain } });
    expect(await statuses(running, 21, CURRENT, behind("203.0.113.1"))).toEqual([...twenty(200), 429]);
    expect(await statuses(running, 1, CURRENT, behind("198.51.100.7, 203.0.113.1"))).toEqual([429]);
    expect(await statuses(running, 1, CURRENT, behind("203.0.113.1, 203.0.113.2"))).toEqual([200]);
  });
});
