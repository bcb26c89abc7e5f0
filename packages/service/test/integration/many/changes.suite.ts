import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import type { LiveService } from "../../support/live-service.js";
import { endAsSupervised, eventually } from "../../support/service-process.js";
import { begin, isSharing, type ManyInstances, whileShared } from "./many-instances.js";
import { type SteadyLoad, steadyLoad } from "./steady-load.js";

/** @param running several instances that have a score; the tests end and begin them */
export function changesBehindNginx(running: () => ManyInstances): void {
  let many: ManyInstances;
  let load: SteadyLoad;
  beforeAll(() => {
    many = running();
  });
  beforeEach(async () => {
    load = steadyLoad(many.origin);
    await load.further(50);
  });
  afterEach(() => load.stop());

  async function expectNothingWrong(): Promise<void> {
    await load.further(50);
    const seen = await load.stop();
    expect(seen.wrong).toEqual([]);
    expect(seen.retried, "first attempts that failed").toBeLessThan(seen.answers / 20);
    expect(many.instances.flatMap((each) => each.errors())).toEqual([]);
  }

  async function expectOneLimit(): Promise<void> {
    const replies = await whileShared(many, () => {
      const from = freshClient();
      return Promise.all(Array.from({ length: 24 }, () => ask(`${many.origin}/api/public/nhci`, { from })));
    });
    expect(replies.filter(({ status }) => status === 200).length).toBe(20);
  }

  test("notice nothing of a rolling restart", async () => {
    for (const instance of many.instances) {
      expect(await endAsSupervised(instance.process)).toEqual({ code: 0, signal: null });
      expect(instance.process.err).toEqual([]);
      await begin(instance);
      await load.further(30);
    }
    const isLeading = (each: LiveService) => each.said("leadership gained") > each.said("leadership lost");
    await eventually("one that does the jobs", () => many.instances.find(isLeading));
    await expectNothingWrong();
  });

  test("notice nothing of a restart of Redis, after which all share one limit again", async () => {
    const sharing = (count: number) => () => many.instances.filter(isSharing).length === count || undefined;
    await eventually("limits shared before", sharing(3));
    await many.redis.crash();
    await eventually("limits apart", sharing(0));
    await many.redis.start();
    await eventually("limits shared", sharing(3));
    await expectOneLimit();
    await expectNothingWrong();
  });

  test("notice nothing of one that is killed, and nginx asks it again when it is back", async () => {
    const victim = many.instances[0]!;
    await victim.process.kill();
    await load.further(200);
    await begin(victim);
    const begun = many.nginx.log().length;
    const isAsked = () =>
      many.nginx
        .log()
        .slice(begun)
        .some(({ ports }) => ports[0] === victim.port);
    await eventually("requests for it", () => isAsked() || undefined);
    await expectNothingWrong();
  });

  test("get an answer in the same form when none of them runs, and the right one when they are back", async () => {
    await load.stop();
    await Promise.all(many.instances.map(({ process }) => process.kill()));
    const { status, headers, text } = await ask(`${many.origin}/api/public/nhci`);
    expect([status, headers["access-control-allow-origin"], headers["cache-control"]]).toEqual([503, "*", "no-store"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(JSON.parse(text)).toMatchObject({ ok: false, status: 503 });
    await Promise.all(many.instances.map(begin));
    await eventually("an answer", async () => {
      const reply = await ask(`${many.origin}/api/public/nhci`, { from: freshClient() });
      return reply.status === 200 || undefined;
    });
    await expectOneLimit();
  });
}
