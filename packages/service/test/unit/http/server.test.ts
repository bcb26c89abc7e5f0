import { describe, expect, onTestFinished, test } from "vitest";
import { createBaseServer } from "../../../src/http/base-server.js";
import { listen } from "../../../src/http/listen.js";
import { silentLog } from "../../../src/platform/log.js";
import { sampleSite } from "../../support/sample-site.js";

test("each response is counted by the section of its path in openapi.json, and by its status", async () => {
  const { ask, answered } = sampleSite();
  for (const path of ["/api/public/nhci?x=/healthz", "/api/public/nhci/meta?x", "/fr/embed", "/openapi.json"]) {
    await ask(path);
  }
  for (const path of ["/embed/nhci-cycle.png", "/healthz", "/embed/nhci-badge.gif"]) await ask(path);
  await ask("/api/public/nhci", { method: "POST" });
  expect(answered.map((each) => each.join(" "))).toEqual([
    ...["score 200", "data 200", "other 200", "service 200", "embeds 200", "health 200", "other 404", "other 405"],
  ]);
});

describe("a path", () => {
  test.each([
    ["/docs/", "../docs"],
    ["/es/", "../es"],
    ["/de/embed/?x=1&y=//evil.example/", "../embed?x=1&y=//evil.example/"],
    ["/embed/nhci/?theme=dark", "../nhci?theme=dark"],
  ])("%s with a trailing slash redirects to %s", async (target, location) => {
    const { status, headers } = await sampleSite().get(target);
    expect([status, headers.location]).toEqual([308, location]);
  });

  test.each([
    "//record/",
    "/record//",
    "//evil.example/",
    "//evil.example/docs/",
    "/nothing/",
    "/a*b/",
    "/:a(/",
    "/constructor",
    "/DOCS",
  ])("%s does not exist", async (target) => {
    expect((await sampleSite().ask(target)).status).toBe(404);
  });

  test("may be percent-encoded, or in absolute form as sent to proxies", async () => {
    const { ask } = sampleSite();
    expect((await ask("/%64ocs")).status).toBe(200);
    expect((await ask("http://other.example/docs")).status).toBe(200);
  });
});

describe("a preflight request", () => {
  const preflight = (asked: string) =>
    sampleSite().ask("/api/public/nhci", {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-headers": asked },
    });

  test("is 204 and may be kept for a day", async () => {
    const { status, headers } = await preflight("");
    expect([status, headers.get("access-control-max-age")]).toEqual([204, "86400"]);
  });

  test("allows every header that it asks for, and a key", async () => {
    const { headers } = await preflight("traceparent,authorization");
    const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["x-nhci-api-key", "traceparent", "authorization"]));
  });

  test("names the methods of the path", async () => {
    expect((await preflight("")).headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
  });
});

test("a target that is too long is 414, and a long unknown parameter below that is ignored", async () => {
  const { ask } = sampleSite();
  expect((await ask(`/embed/nhci?x=${"x".repeat(2000)}`)).status).toBe(200);
  expect((await ask(`/embed/nhci?x=${"x".repeat(2048)}`)).status).toBe(414);
});

describe("an unusable address to listen on", () => {
  test.each([
    ["192.0.2.1", 0, "HOST is not an address of this machine: 192.0.2.1"],
    ["nowhere.invalid", 0, /HOST cannot be resolved/],
    ["fe80::1", 0, /HOST /],
  ])("%s causes an error that names the setting", async (host, port, sentence) => {
    const server = createBaseServer({ log: silentLog });
    await expect(listen(server, { host, port }, "METRICS_")).rejects.toThrow(/^METRICS_/);
    const again = createBaseServer({ log: silentLog });
    await expect(listen(again, { host, port })).rejects.toThrow(sentence);
  });

  test("of another program gives a sentence that names the setting and the port", async () => {
    const [other, server] = [createBaseServer({ log: silentLog }), createBaseServer({ log: silentLog })];
    onTestFinished(() => other.close());
    const { port } = await listen(other, { host: "127.0.0.1", port: 0 });
    await expect(listen(server, { host: "127.0.0.1", port })).rejects.toThrow(
      `PORT is in use by another program: 127.0.0.1, port ${port}`,
    );
  });

  test("localhost stands for every address of that name", async () => {
    const server = createBaseServer({ log: silentLog });
    const { port } = await listen(server, { host: "localhost", port: 0 });
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    await server.close();
  });
});
