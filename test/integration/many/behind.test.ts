import { describe, expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { findNginx } from "../../support/find-nginx.js";
import { startNginx } from "../../support/nginx.js";
import { sampleSnapshot } from "../../unit/http/samples.js";
import { run } from "../http/running.js";

const CURRENT = "/api/public/nhci";
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
