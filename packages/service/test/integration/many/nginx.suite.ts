import { expect, test } from "vitest";
import { ask, freshClient, type RequestOptions } from "../../support/ask.js";
import { eventually } from "../../support/service-process.js";
import type { ManyInstances } from "./many-instances.js";

const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

/**
 * What the public contract says nothing about.
 *
 * @param running several instances that have a score; their sources fail meanwhile
 */
export function balancedByNginx(running: () => ManyInstances): void {
  const asked = (path: string, question: RequestOptions = {}) =>
    ask(running().origin + path, { from: freshClient(), ...question });
  const linesFrom = (first: number) => running().nginx.log().slice(first);

  test("answer alike, byte for byte, each of them", async () => {
    for (const path of [CURRENT, HISTORY, `${CURRENT}/proof`, "/feed.atom", `${HISTORY}.csv`]) {
      const replies = await Promise.all(Array.from({ length: 9 }, () => asked(path)));
      expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
    }
    const ports = new Set(linesFrom(0).flatMap((line) => line.ports));
    expect(ports).toEqual(new Set(running().instances.map(({ port }) => port)));
  });

  test("let nginx answer pages, scripts and pictures by itself, once for each encoding and variant", async () => {
    const cachesOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const before = running().nginx.log().length;
      const reply = await asked(path, { headers });
      expect([path, reply.status]).toEqual([path, 200]);
      const line = await eventually("a line of nginx", () => running().nginx.log()[before]);
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
}
