import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { ResponseCache } from "../../../src/http/responses.js";
import { sampleSite } from "../../support/sample-site.js";

const PATH = "/api/public/nhci";

test("a response has a strong ETag per encoding, and a client that sends it, in any list, gets a 304", async () => {
  const { get } = sampleSite();
  const [plain, br] = [await get(PATH), await get(PATH, { "accept-encoding": "br" })];
  const tag = String(plain.headers["etag"]);
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  expect(br.headers["etag"]).not.toBe(tag);
  const status = async (tags: string) => (await get(PATH, { "if-none-match": tags })).status;
  for (const tags of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "more"`, "*", " * "]) {
    expect([tags, await status(tags)]).toEqual([tags, 304]);
  }
  for (const tags of ["", '"other"', tag.slice(1, -1), tag.slice(0, -1), `"x${tag.slice(1)}`, '"*"', "W/", ",,,"]) {
    expect([tags, await status(tags)]).toEqual([tags, 200]);
  }
});

describe("a 304", () => {
  const unchanged = async () => {
    const { get } = sampleSite();
    const whole = await get(PATH, { "accept-encoding": "br" });
    const etag = String(whole.headers["etag"]);
    const asked = { "accept-encoding": "br", "if-none-match": etag, "cache-control": "no-cache" };
    return { whole, reply: await get(PATH, asked) };
  };

  test("is sent even to a client that asks for no cached response", async () => {
    const { reply } = await unchanged();
    expect([reply.status, reply.bytes.length]).toEqual([304, 0]);
  });

  test.each(["etag", "cache-control", "vary", "access-control-allow-origin", "ratelimit-policy"])(
    "has the header %s of the whole response",
    async (name) => {
      const { whole, reply } = await unchanged();
      expect(whole.headers[name]).toMatch(/./);
      expect(reply.headers[name]).toBe(whole.headers[name]);
    },
  );
});

/** A server with one path. The test sets its text and the value that it depends on. */
function cachedPath(make: () => Promise<string>, most = 10) {
  const answers = new ResponseCache(most);
  let times = 0;
  let shown: unknown = 1;
  const app = Fastify();
  app.get("/", (request, reply) => {
    const { variant = "" } = request.query as { variant?: string };
    return answers.respond(request, reply, {
      cache: "no-store",
      variant,
      dependsOn: [shown],
      make: async () => {
        times++;
        return { type: "text/plain", body: await make() };
      },
    });
  });
  const ask = async (variant = "") => (await app.inject(`/?variant=${variant}`)).statusCode;
  const show = (value: unknown) => {
    shown = value;
  };
  return { ask, show, times: () => times };
}

describe("a response made on request", () => {
  test("is made once for all concurrent requests, and again when its content is replaced", async () => {
    const { ask, show, times } = cachedPath(async () => "a text");
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(times()).toBe(1);
    show(2);
    await ask();
    expect(times()).toBe(2);
  });

  test("is retried after a failure", async () => {
    let isBroken = true;
    const { ask, times } = cachedPath(() =>
      isBroken ? Promise.reject(new Error("broken")) : Promise.resolve("whole"),
    );
    expect(await ask()).toBe(500);
    isBroken = false;
    expect([await ask(), await ask(), times()]).toEqual([200, 200, 2]);
  });

  test("is evicted when there are too many, the oldest first", async () => {
    const { ask, times } = cachedPath(async () => "a text", 2);
    for (const variant of ["a", "b", "c", "b", "c"]) await ask(variant);
    expect(times()).toBe(3);
    await ask("a");
    expect(times()).toBe(4);
  });
});
