import { expect, test } from "vitest";
import type { Instant } from "../../../src/domain/instant.js";
import type { Stores } from "../../../src/operations/store-ports.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { startChild } from "./child/start-child.js";
import { bothChains, storedStatements } from "./linked.js";
import { closedDay, closedDays, historyRow, historyRows, hourlyScore, observation } from "./samples.js";

describePostgres("PostgreSQL, with several processes at once", () => {
  const postgres = tempPostgres();

  const opened = async (count: number) => {
    const address = await postgres.prepared();
    return Promise.all(Array.from({ length: count }, () => openPostgres(address)));
  };
  /** Several instances on one database. */
  const instances = async (count: number) => (await opened(count)).map((each) => openStores(each));
  const closeAll = (all: Awaited<ReturnType<typeof instances>>) => Promise.all(all.map((each) => each.close()));

  test("the same days appended by all of them are there once, each day whole from one of them", async () => {
    const all = await instances(4);
    const ofInstance = (count: number, who: number) =>
      closedDay(count, { price: who, majors: who % 2 === 0 ? { eth: who } : { sol: who } });
    for (let count = 0; count < 20; count++) {
      await Promise.all(
        all.map(({ days }, who) => days.append([ofInstance(count, who)], [historyRow(count + 1, { raw: who })])),
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
        await all[who]?.days.append(closedDays(count, step), historyRows(count + 1, step));
    };
    await Promise.all([append(0, 40), append(1, 25)]);
    expect(await all[0]?.days.closedDays()).toStrictEqual(closedDays(0, 600));
    expect(await all[1]?.days.lastRows(1000)).toStrictEqual(historyRows(1, 600));
    await closeAll(all);
  });

  test("fifty appends and five catch-ups at once make one chain", async () => {
    const all = await instances(5);
    const past = closedDays(0, 50);
    await Promise.all(
      all.flatMap(({ days, chain }, who) => [
        ...Array.from({ length: 10 }, async (_, turn) => {
          const count = 5 * turn + who + 1;
          await days.append(past.slice(0, count), historyRows(1, count));
        }),
        chain.link(),
      ]),
    );
    const { made, stored } = await bothChains(all[0] as Stores);
    expect(stored).toHaveLength(50);
    expect(stored).toStrictEqual(made);
    expect(await all[4]?.chain.links(0, 99)).toStrictEqual(stored);
    await closeAll(all);
  });

  test("statements and keys of all of them get a number each", async () => {
    const databases = await opened(4);
    const all = databases.map((each) => openStores(each));
    const signedAt = 0 as Instant;
    await Promise.all(
      all.map(({ chain }, who) => {
        const keyId = who < 2 ? "a" : "b";
        const key = { keyId, x: "", addedAt: signedAt, endorsement: undefined };
        return chain.addStatement({ position: who, text: "", keyId, signature: "", signedAt }, key);
      }),
    );
    const positions = (await storedStatements(databases[0] as OpenDatabase)).map(({ position }) => position);
    expect(positions.sort()).toEqual([0, 1, 2, 3]);
    expect(await all[1]?.chain.keys()).toHaveLength(2);
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
      startChild("append-forever", address.href, "40"),
      startChild("append-forever", address.href, "30"),
    ];
    await Promise.all(children.map((child) => child.wrote(4)));
    await children[0]?.kill();
    const seen = children[1]?.lines.length ?? 0;
    await children[1]?.wrote(seen + 3);
    await children[1]?.kill();
    const stores = openStores(await openPostgres(address));
    const { days, close } = stores;
    const stored = await days.closedDays();
    expect(stored.length).toBeGreaterThanOrEqual(Math.max(...children.map((child) => Number(child.lines.at(-1)))));
    expect(stored).toStrictEqual(closedDays(0, stored.length));
    expect(await days.lastRows(100_000)).toStrictEqual(historyRows(1, stored.length));
    const { made, stored: links } = await bothChains(stores);
    expect(links).toHaveLength(stored.length);
    expect(links).toStrictEqual(made);
    await close();
  });
});
