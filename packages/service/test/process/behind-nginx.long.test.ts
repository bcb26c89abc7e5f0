import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask } from "../support/ask.js";
import { findNginx } from "../support/find-programs.js";
import { startNginx } from "../support/nginx.js";
import { run, slowLimit } from "../support/running-site.js";

/** `limit_conn` in deploy/nginx/peak.conf. */
const MAX_CONNECTIONS = 256;
const CURRENT = "/api/public/nhci";
const nginx = findNginx();
/** nginx writes its log with a delay. */
const PATIENT = { timeout: 60_000 };

/** The shipped nginx in front of one instance. */
async function behindNginx(options: Parameters<typeof run>[0] = {}) {
  const { port, ...site } = await run({ ...options, config: { trustedProxies: ["127.0.0.1"] } });
  const balancer = await startNginx(nginx ?? "", [port]);
  onTestFinished(() => balancer.end());
  return { balancer, site };
}

describe.skipIf(nginx === undefined)("the shipped nginx configuration", () => {
  test.each([4, 7])(
    "passes on a preflight that requests %d kB of headers, and considers no instance down",
    async (kB) => {
      const { balancer } = await behindNginx();
      const names = Array.from({ length: (kB * 1000) / 10 }, (_, i) => `x-h-${1e4 + i}`);
      const headers = { origin: "https://blog.example", "access-control-request-method": "GET" };
      for (let i = 0; i < 4; i++) {
        const asked = { ...headers, "access-control-request-headers": names.join() };
        const reply = await ask(balancer.origin + CURRENT, { method: "OPTIONS", headers: asked });
        expect(reply.status).toBe(204);
        expect(reply.headers["access-control-allow-headers"]?.split(/, ?/)).toEqual(expect.arrayContaining(names));
        expect((await ask(balancer.origin + CURRENT)).status).toBe(200);
      }
      await expect.poll(() => balancer.requests().filter(({ ports }) => ports.length !== 1), PATIENT).toEqual([]);
    },
  );

  test("requests the ledger's leaves once for all queries, but the score every time", async () => {
    const { balancer } = await behindNginx();
    const paths = ["/api/public/nhci/proof/leaves", "/api/public/nhci/proof/leaves?x=1", CURRENT, CURRENT];
    const before = () =>
      balancer
        .requests()
        .slice(1)
        .map(({ cache }) => cache); // without the request that waits for the start
    for (const path of paths) expect((await ask(balancer.origin + path)).status).toBe(200);
    await expect.poll(() => before().slice(-4), PATIENT).toEqual(["MISS", "HIT", "-", "-"]);
  });

  test("waits for queued pictures with one request, and considers no instance down", async () => {
    const drawPng = async (svg: string) => {
      await setTimeout(2000);
      return Buffer.from(svg);
    };
    const { balancer } = await behindNginx({ drawPng });
    const asked = ["sm", "md", "lg"].map((size) => ask(`${balancer.origin}/embed/nhci-chart.png?size=${size}`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const inScene = await Promise.all(
      ["sm", "md"].map((size) => ask(`${balancer.origin}/sandbox/hot/embed/nhci-chart.png?size=${size}`)),
    );
    expect(inScene.map(({ status }) => status)).toEqual([200, 200]);
    await expect
      .poll(
        () =>
          balancer
            .requests()
            .slice(1)
            .map(({ ports }) => ports.length),
        PATIENT,
      )
      .toEqual([1, 1, 1, 1, 1]);
  });

  test("counts connections per IPv6 network (/64) and per IPv4 address", async () => {
    const { limit, finish, asked } = slowLimit();
    const { port } = await run({ limit, config: { trustedProxies: ["127.0.0.1"] } });
    const balancer = await startNginx(nginx ?? "", [port, port, port], "X-Peer");
    onTestFinished(() => balancer.end());
    const replyFor = (peer: string, path: string) => ask(balancer.origin + path, { headers: { "x-peer": peer } });
    const statusFor = async (peer: string, path: string) => (await replyFor(peer, path)).status;
    const network = (host: number) => `2001:db8:0:7:${host.toString(16)}:0:0:1`;
    const underWay = Array.from({ length: MAX_CONNECTIONS }, (_, host) => statusFor(network(host), CURRENT));
    await expect.poll(asked).toBe(MAX_CONNECTIONS);
    const { status, headers, text } = await replyFor(network(MAX_CONNECTIONS), "/healthz");
    expect([status, headers["retry-after"], JSON.parse(text).retry_after_seconds]).toEqual([429, "5", 5]);
    expect([headers["content-type"], headers["cache-control"]]).toEqual(["application/problem+json", "no-store"]);
    expect(headers["access-control-allow-origin"]).toBe("*");
    for (const other of ["2001:db8:0:8::1", "2001:db8:1:7::1", "192.0.2.7"])
      expect([other, await statusFor(other, "/healthz")]).toEqual([other, 200]);
    const neighbors = Array.from({ length: MAX_CONNECTIONS }, (_, i) => statusFor(`192.0.2.${i}`, CURRENT));
    await expect.poll(asked).toBe(2 * MAX_CONNECTIONS);
    expect(await statusFor("192.0.2.1", "/healthz")).toBe(200);
    finish();
    expect(new Set(await Promise.all([...underWay, ...neighbors]))).toEqual(new Set([200]));
  });
});
