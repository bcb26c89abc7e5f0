import { describe, expect, test } from "vitest";
import { type SampleSite, sampleSite } from "./sample-site.js";

const CURRENT = "/api/public/nhci";

async function statuses(
  { ask }: SampleSite,
  times: number,
  init?: Parameters<SampleSite["ask"]>[1],
): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) {
    const answer = await ask(CURRENT, init);
    await answer.arrayBuffer();
    seen.push(answer.status);
  }
  return seen;
}

const twenty = (status: number) => Array<number>(20).fill(status);

describe("the limit", () => {
  test("counts 503", async () => {
    expect(await statuses(sampleSite({ isEmpty: true }), 21)).toEqual([...twenty(503), 429]);
  });

  test("counts the clients behind a trusted proxy one by one", async () => {
    const running = sampleSite({ config: { trustedProxies: ["127.0.0.0/8"] } });
    const behind = (chain: string) => ({ headers: { "x-forwarded-for": chain } });
    expect(await statuses(running, 21, behind("203.0.113.1"))).toEqual([...twenty(200), 429]);
    expect(await statuses(running, 1, behind("198.51.100.7, 203.0.113.1"))).toEqual([429]);
    expect(await statuses(running, 1, behind("203.0.113.1, 203.0.113.2"))).toEqual([200]);
  });
});
