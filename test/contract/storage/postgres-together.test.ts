import { expect, test } from "vitest";
import type { Instant } from "../../../src/domain/instant.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { startChild } from "./child/start-child.js";
import { closedDay, closedDays, historyRow, historyRows, hourlyScore, observation } from "./samples.js";

describePostgres("PostgreSQL, with several processes at once", () => {
  const postgres = tempPostgres();

  /** Several instances on one database. */
  const instances = async (count: number) => {
    const address = await postgres.prepared();
    return Promise.all(Array.from({ length: count }, async () => openStores(await openPostgres(address))));
  };
  const closeAll = (all: Awaited<ReturnType<typeof instances>>) => Promise.all(all.map((each) => each.close()));

  test("the same days appended by all of them are there once, each day whole from one of them", async () => {
    const all = await instances(4);
    const ofInstance = (count: number, who: number) =>
      closedDay(count, { price: who, majors: who % 2 === 0 ? { eth: who } : { sol: who } });
    for (let count = 0; count < 20; count++) {
      await Promise.all(
        all.map(({ days }, who) => days.append([ofInstance(count, who)], [historyRow(count, { raw: who })])),
      );
    }
    const stored = (await all[0]?.days.closedDays()) ?? [];
    const rows = (await all[0]?.days.lastRows(100)) ?? [];
    expect(stored).toHaveLength(20);
    stored.forEach((each, count) => {
      expect(each).toStrictEqual(ofInstance(count, each.price ?? -1));
      expect(rows[count]?.raw).toBe(each.price);
    });
    await closeAll(all);
  });

  test("a past appended in different pieces by two of them has no gap", async () => {
    const all = await instances(2);
    const append = async (who: number, step: number) => {
      for (let count = 0; count < 600; count += step)
        await all[who]?.days.append(closedDays(count, step), historyRows(count, step));
    };
    await Promise.all([append(0, 40), append(1, 25)]);
    expect(await all[0]?.days.closedDays()).toStrictEqual(closedDays(0, 600));
    expect(await all[1]?.days.lastRows(1000)).toStrictEqual(historyRows(0, 600));
    await closeAll(all);
  });

  test("the same observations added in opposite orders are there once, and nobody waits for ever", async () => {
    const all = await instances(2);
    const many = Array.from({ length: 8000 }, (_, i) => observation({ observedAt: i as Instant }));
    const added = await Promise.all([all[0]?.observations.add(many), all[1]?.observations.add([...many].reverse())]);
    expect((added[0] ?? 0) + (added[1] ?? 0)).toBe(8000);
    await closeAll(all);
  });

  test("one of them makes the score of an hour", async () => {
    const all = await instances(8);
    const made = await Promise.all(all.map(({ scores }, who) => scores.add(hourlyScore({ btcPriceUsd: who }))));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await all[0]?.scores.newest())?.btcPriceUsd).toBe(made.indexOf(true));
    await closeAll(all);
  });

  test("appends of two processes, one of which is killed, are whole", async () => {
    const address = await postgres.prepared();
    const children = [
      startChild("append-forever.ts", address.href, "40"),
      startChild("append-forever.ts", address.href, "30"),
    ];
    await Promise.all(children.map((child) => child.wrote(4)));
    await children[0]?.kill();
    const seen = children[1]?.lines.length ?? 0;
    await children[1]?.wrote(seen + 3);
    await children[1]?.kill();
    const { days, close } = openStores(await openPostgres(address));
    const stored = await days.closedDays();
    expect(stored.length).toBeGreaterThanOrEqual(Math.max(...children.map((child) => Number(child.lines.at(-1)))));
    expect(stored).toStrictEqual(closedDays(0, stored.length));
    expect(await days.lastRows(100_000)).toStrictEqual(historyRows(0, stored.length));
    await close();
  });
});
