import { expect, test } from "vitest";
import { sampleSite } from "./sample-site.js";

/** A site behind a limiter whose results come when the test says so, in the order of the requests. */
function lateSite() {
  const asked: ((seconds: number) => void)[] = [];
  const site = sampleSite({ limit: { take: () => new Promise<number>((resolve) => void asked.push(resolve)) } });
  const untilAsked = async () => {
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return asked[0]!;
  };
  return { ...site, untilAsked };
}

test.each([
  ["grants", 0, 200],
  ["refuses", 9, 429],
])("a result that comes late %s as one that is there at once", async (_what, seconds, status) => {
  const { ask, untilAsked } = lateSite();
  const answering = ask("/api/public/nhci");
  (await untilAsked())(seconds);
  const answer = await answering;
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, status === 429 ? "9" : null]);
  expect(answer.headers.get("ratelimit-policy")).toBe('"public";q=20;w=60');
  expect(((await answer.json()) as { ok: boolean }).ok).toBe(status === 200);
});
