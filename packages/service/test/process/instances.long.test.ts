import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publicContract } from "../../../../test/net/contract/public-contract.js";
import { ask, freshClient, type RequestOptions } from "../support/ask.js";
import type { LiveService } from "../support/live-service.js";
import {
  begin,
  describeMany,
  isSharing,
  type ManyInstances,
  startMany,
  whileShared,
} from "../support/many-instances.js";
import { endAsSupervised, eventually } from "../support/service-process.js";
import { SteadyLoad } from "../support/steady-load.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

describeMany("three instances behind nginx", () => {
  let many: ManyInstances;
  beforeAll(async () => {
    many = await startMany();
  });
  afterAll(() => many?.end());
  const asked = (path: string, question: RequestOptions = {}) =>
    ask(many.origin + path, { from: freshClient(), ...question });

  describe("while their sources fail", () => {
    beforeAll(() => many.market.faults.set("*", "500")); // responses do not change while the tests run
    afterAll(() => many.market.faults.clear());

    describe("keep the public contract:", () =>
      publicContract(() => ({
        origin: many.origin,
        instances: many.instances.map(({ origin }) => origin),
        undisturbed: (attempt) => whileShared(many, attempt),
      })));

    test("return the same bytes from each instance", async () => {
      for (const path of [CURRENT, HISTORY, `${CURRENT}/proof`, "/feed.atom", `${HISTORY}.csv`]) {
        const replies = await Promise.all(Array.from({ length: 9 }, () => asked(path)));
        expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200));
        expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
        expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
      }
      const ports = new Set(many.nginx.requests().flatMap((line) => line.ports));
      expect(ports).toEqual(new Set(many.instances.map(({ port }) => port)));
    });

    test("let nginx serve pages, scripts and pictures from its cache, fetched once per variant", async () => {
      const cachesOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
        const before = many.nginx.requests().length;
        const reply = await asked(path, { headers });
        expect([path, reply.status]).toEqual([path, 200]);
        const line = await eventually("a line of nginx", () => many.nginx.requests()[before]);
        return { cache: line.cache, reply };
      };
      await cachesOf("/attribution");
      expect((await cachesOf("/attribution")).cache).toBe("HIT");
      const [month, all] = [await cachesOf("/es?range=30d"), await cachesOf("/es")];
      expect(all.reply.text).not.toBe(month.reply.text);
      await cachesOf("/embed/nhci?theme=dark");
      const [dark, light] = [await cachesOf("/embed/nhci?theme=dark"), await cachesOf("/embed/nhci?theme=light")];
      expect([dark.cache, light.cache]).toEqual(["HIT", "MISS"]);
      expect(dark.reply.text).not.toBe(light.reply.text);
      await cachesOf("/embed/nhci-chart.js", { "accept-encoding": "gzip, br" });
      expect((await cachesOf("/embed/nhci-chart.js", { "accept-encoding": "br;q=1.0, br" })).cache).toBe("HIT");
      expect((await cachesOf(CURRENT)).cache).toBe("-");
      expect((await cachesOf("/readyz")).cache).toBe("-");
    });
  });

  describe("clients", () => {
    let load: SteadyLoad;
    beforeEach(async () => {
      load = new SteadyLoad(many.origin);
      await load.further(50);
    });
    afterEach(() => load.stop());

    async function expectNothingWrong(): Promise<void> {
      await load.further(50);
      await load.stop();
      expect(load.wrong).toEqual([]);
      expect(load.retried, "first attempts that failed").toBeLessThan(load.answers / 20);
      expect(many.instances.flatMap((each) => each.errors())).toEqual([]);
    }

    async function expectOneLimit(): Promise<void> {
      const replies = await whileShared(many, () => {
        const from = freshClient();
        return Promise.all(Array.from({ length: 24 }, () => asked(CURRENT, { from })));
      });
      expect(replies.filter(({ status }) => status === 200).length).toBe(20);
    }

    test("are not affected by a rolling restart", async () => {
      for (const instance of many.instances) {
        expect(await endAsSupervised(instance.process)).toEqual({ code: 0, signal: null });
        expect(instance.process.err).toEqual([]);
        await begin(instance);
        await load.further(30);
      }
      const isLeading = (each: LiveService) => each.said("leadership gained") > each.said("leadership lost");
      await eventually("one that runs the jobs", () => many.instances.find(isLeading));
      await expectNothingWrong();
    });

    test("are not affected by a restart of Redis, after which all instances share one limit again", async () => {
      const sharing = (count: number) => () => many.instances.filter(isSharing).length === count || undefined;
      await eventually("limits shared before", sharing(3));
      await many.redis.crash();
      await eventually("limits apart", sharing(0));
      await many.redis.start();
      await eventually("limits shared", sharing(3));
      await expectOneLimit();
      await expectNothingWrong();
    });

    test("are not affected by a killed instance, and nginx uses it again once it is back", async () => {
      const victim = many.instances[0]!;
      await victim.process.kill();
      await load.further(200);
      await begin(victim);
      const begun = many.nginx.requests().length;
      const asksIt = () => many.nginx.requests().findLast(({ ports }, i) => i >= begun && ports[0] === victim.port);
      await eventually("requests for it", asksIt);
      await expectNothingWrong();
    });

    test("return the usual error when no instance runs, and normal responses once all are back", async () => {
      await load.stop();
      await Promise.all(many.instances.map(({ process }) => process.kill()));
      const { status, headers, text } = await asked(CURRENT);
      expect([status, headers["access-control-allow-origin"], headers["cache-control"]]).toEqual([
        503,
        "*",
        "no-store",
      ]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(JSON.parse(text)).toMatchObject({ ok: false, status: 503 });
      await Promise.all(many.instances.map(begin));
      await eventually("an answer", async () => (await asked(CURRENT)).status === 200 || undefined);
      await expectOneLimit();
    });
  });
});
