import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { examplesSection } from "../../../src/pages/docs-examples.js";

const DOCS = readFileSync(new URL("../../../../../docs/api.md", import.meta.url), "utf8");
const [, SAMPLE = ""] = /```js\n(async function read[\s\S]*?)```/.exec(DOCS) ?? [];

interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

const answer = (status: number, retryAfter?: number): Answer => ({
  status,
  ok: status === 200,
  headers: new Headers(retryAfter === undefined ? {} : { "Retry-After": `${retryAfter}` }),
  json: async () => ({ status }),
});

/** Runs the sample. @param answers in their order @returns what it gives, and how long it slept, in s */
async function read(answers: readonly Answer[]) {
  const left = [...answers];
  const slept: number[] = [];
  const sleep = (go: () => void, ms: number) => {
    slept.push(ms / 1000);
    go();
  };
  const sample = new Function("fetch", "setTimeout", `${SAMPLE}return read;`)(async () => left.shift(), sleep);
  const given = await sample("https://peak.example").catch((error: Error) => error.message);
  return { given, slept, left: left.length };
}

describe("the sample that asks again", () => {
  test("gives no failure as data, and asks again only for what passes", async () => {
    expect(await read([answer(404)])).toEqual({ given: "status 404", slept: [], left: 0 });
    expect(await read([answer(500), answer(200)])).toEqual({ given: "status 500", slept: [], left: 1 });
    expect((await read([answer(503), answer(200)])).given).toEqual({ status: 200 });
  });

  test("waits as long as it is told and up to 2, 4, 8, 16 s more, and not after the last attempt", async () => {
    const { given, slept, left } = await read(Array.from({ length: 6 }, () => answer(429, 60)));
    expect([given, left, slept.length]).toEqual(["status 429", 1, 4]);
    for (const [i, seconds] of slept.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(60);
      expect(seconds).toBeLessThan(60 + 2 ** (i + 1));
    }
  });

  test("is the one on the page", () => {
    const page = examplesSection("https://peak.example/api/public/nhci").text.replaceAll("&gt;", ">");
    expect(page.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&#39;", "'")).toContain(SAMPLE.trim());
  });
});
