import { describe, expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { findNginx } from "../../support/find-programs.js";
import { startNginx } from "../../support/nginx.js";
import { sampleSnapshot } from "../../unit/http/samples.js";
import { run } from "../http/running.js";

const CURRENT = "/api/public/nhci";
/** `limit_conn` in deploy/nginx/peak.conf. */
const MAX_CONNECTIONS = 256;
const nginx = findNginx();

/** Two instances behind the nginx of deploy/nginx: one has heard of a newer score, the other may be cut off. */
async function twoInstances(program: string) {
  const state = { older: false, newer: false };
  const config = { trustedProxies: ["127.0.0.1"] };
  const older = await run({ config, isBehind: () => state.older });
  const newer = await run({ config, isBehind: () => state.newer });
  const { score, market } = sampleSnapshot();
  newer.data.showSnapshot({ market, score: { ...score, btc: { ...score.btc, score: 11.1 as never } } });
  const balancer = await startNginx({ program, instancePorts: [older.port, newer.port, newer.port] });
  onTestFinished(() => balancer.end());
  const asked = async (path = CURRENT) => {
    const { status, text } = await ask(balancer.origin + path, { from: freshClient() });
    return status === 200 && path === CURRENT ? (JSON.parse(text).btc.score as number) : status;
  };
  const many = async (path?: string) => new Set(await Promise.all(Array.from({ length: 12 }, () => asked(path))));
  return { older, newer, state, asked, many, origin: balancer.origin };
}

describe.skipIf(nginx === undefined)("an instance that is behind", () => {
  test("is passed over by nginx while another one is current, and asked again when it has caught up", async () => {
    const { older, state, many } = await twoInstances(nginx ?? "");
    expect((await many()).size).toBe(2);
    state.older = true;
    expect((await many()).size).toBe(1);
    expect(await many()).toEqual(new Set([11.1]));
    expect(await many("/status")).toEqual(new Set([200]));
    expect((await older.ask(CURRENT)).status).toBe(200); // whoever asks it directly gets what it has
  });

  test("still gives the last good answer when every other one is behind or away", async () => {
    const { older, newer, state, many, asked, origin } = await twoInstances(nginx ?? "");
    Object.assign(state, { older: true, newer: true });
    expect([...(await many())].every((each) => each === 11.1 || each === 47.3)).toBe(true);
    const head = await ask(origin + CURRENT, { from: freshClient(), method: "HEAD" });
    expect([head.status, head.headers["x-accel-redirect"]]).toEqual([200, undefined]);
    await newer.server.close(0);
    expect(await many()).toEqual(new Set([47.3]));
    await older.server.close(0);
    expect(await asked()).toBe(503);
  });
});

describe.skipIf(nginx === undefined)("nginx as it is shipped", () => {
  test("counts connections of an IPv6 network (/64) together, and of an IPv4 address alone", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let waiting = 0;
    const health = async () => {
      waiting++;
      await finished;
      return { ready: true, reason: undefined };
    };
    const { port } = await run({ health, config: { trustedProxies: ["127.0.0.1"] } });
    const balancer = await startNginx({
      program: nginx ?? "",
      instancePorts: [port, port, port],
      clientHeader: "X-Peer",
    });
    onTestFinished(() => balancer.end());
    const statusFor = (peer: string, path: string) =>
      ask(balancer.origin + path, { headers: { "x-peer": peer } }).then(({ status }) => status);
    const network = (host: number) => `2001:db8:0:7:${host.toString(16)}:0:0:1`;
    const underWay = Array.from({ length: MAX_CONNECTIONS }, (_, host) => statusFor(network(host), "/readyz"));
    await expect.poll(() => waiting).toBe(MAX_CONNECTIONS);
    expect(await statusFor(network(MAX_CONNECTIONS), "/healthz")).toBe(429);
    for (const other of ["2001:db8:0:8::1", "2001:db8:1:7::1", "192.0.2.7"])
      expect([other, await statusFor(other, "/healthz")]).toEqual([other, 200]);
    const neighbors = Array.from({ length: MAX_CONNECTIONS }, (_, i) => statusFor(`192.0.2.${i}`, "/readyz"));
    await expect.poll(() => waiting).toBe(2 * MAX_CONNECTIONS);
    expect(await statusFor("192.0.2.1", "/healthz")).toBe(200);
    finish();
    expect(new Set(await Promise.all([...underWay, ...neighbors]))).toEqual(new Set([200]));
  });
});
