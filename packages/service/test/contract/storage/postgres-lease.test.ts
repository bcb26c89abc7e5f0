import { expect, onTestFinished, test } from "vitest";
import { LeaseLostError } from "../../../src/domain/errors.js";
import { fencingCheck, LEASE_MS } from "../../../src/storage/lease-store.js";
import { openPostgres, openPostgresLease } from "../../../src/storage/open-postgres.js";
import { openStores, type Stores } from "../../../src/storage/stores.js";
import { movableDatabaseClock } from "../../support/database-clock.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { allRows } from "./linked.js";
import {
  at,
  closedDays,
  historyRows,
  hourlyScore,
  observation,
  publicKey,
  quote,
  revision,
  sourceState,
  statement,
} from "./samples.js";

describePostgres("PostgreSQL", () => {
  const postgres = tempPostgres();

  const leaseOn = (address: URL) => {
    const { lease, close } = openPostgresLease(address);
    onTestFinished(close);
    return lease;
  };
  const databaseOn = async (address: URL) => {
    const database = await openPostgres(address);
    onTestFinished(() => database.close());
    return database;
  };
  const passOn = (address: URL, ms: number) =>
    postgres.server.ask(address.pathname.slice(1), `update leases set expires_at = expires_at - ${Math.ceil(ms)}`);
  const refusals = () => {
    let count = 0;
    return { told: () => count, onRefusal: () => void count++ };
  };

  /** The same lease, as two instances reach it; `pass` lets time pass for the term that runs. */
  const trial = async () => {
    const address = await postgres.prepared();
    return { one: leaseOn(address), other: leaseOn(address), pass: (ms: number) => passOn(address, ms) };
  };

  test("the lease is free at first, taken by one of many that ask at once, and free again when that one releases it", async () => {
    const { one, other } = await trial();
    expect((await one.poll()).isFree).toBe(true);
    const asked = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? one : other).acquire(`${i}`)));
    const [epoch = 0, ...more] = asked.filter((each) => each !== undefined);
    expect(more).toEqual([]);
    expect(epoch).toBeGreaterThan(0);
    expect((await other.poll()).isFree).toBe(false);
    await one.release(epoch);
    expect((await other.poll()).isFree).toBe(true);
    expect(await one.renew(epoch)).toBe(false);
    expect(await other.acquire("other")).toBeGreaterThan(epoch);
  });

  test("the lease goes on as long as it is prolonged, and is over when it ran out, even if nobody has taken it; the next one has a greater epoch, and the earlier one can neither prolong nor end it", async () => {
    const { one, other, pass } = await trial();
    const first = (await one.acquire("one")) ?? 0;
    for (let i = 0; i < 3; i++) {
      await pass(LEASE_MS * 0.6);
      expect(await one.renew(first)).toBe(true);
    }
    expect(await other.acquire("other")).toBeUndefined();
    await pass(LEASE_MS + 1);
    expect((await one.poll()).isFree).toBe(true);
    expect(await one.renew(first)).toBe(false);
    const second = (await other.acquire("other")) ?? 0;
    expect(second).toBeGreaterThan(first);
    expect(await one.renew(first)).toBe(false);
    await one.release(first);
    expect(await other.renew(second)).toBe(true);
    expect((await one.poll()).isFree).toBe(false);
  });

  /** Everything a job writes. */
  const WRITES: readonly ((stores: Stores) => Promise<unknown>)[] = [
    ({ observations }) => observations.add([observation()]),
    ({ days }) => days.append(closedDays(0, 1), historyRows(0, 1)),
    ({ scores }) => scores.add(hourlyScore()),
    ({ market }) => market.put("btcPrice", quote(1)),
    ({ installation }) => installation.put("key", "value"),
  ];
  const contentOf = async ({ observations, days, scores, market, installation }: Stores) => [
    await observations.newest("btc-price", at("2026-11-22T00:00:00Z")),
    await days.lastClosedDay(),
    await allRows({ days }),
    await scores.newest(),
    await market.all(),
    await installation.get("key"),
  ];

  const NOTHING = [undefined, undefined, [], undefined, {}, undefined];

  test("everything that a job writes is stored in a term, and refused after it", async () => {
    const address = await postgres.prepared();
    const lease = leaseOn(address);
    const database = await databaseOn(address);
    const { told, onRefusal } = refusals();
    const late = openStores(database, fencingCheck((await lease.acquire("one")) ?? 0, onRefusal));
    const expectRefusals = async () => {
      for (const write of WRITES) await expect(write(late)).rejects.toThrow(LeaseLostError);
    };
    await passOn(address, LEASE_MS + 1);
    await expectRefusals(); // over, and nobody has taken it yet
    const epoch = (await lease.acquire("other")) ?? 0;
    await expectRefusals();
    expect(told()).toBe(2 * WRITES.length);
    expect(await contentOf(late)).toEqual(NOTHING); // reading is for everybody
    const inTime = openStores(database, fencingCheck(epoch, onRefusal));
    for (const write of WRITES) await write(inTime);
    for (const [i, part] of (await contentOf(late)).entries()) expect(part).not.toEqual(NOTHING[i]);
    expect(told()).toBe(2 * WRITES.length);
  });

  test("a write under way keeps the next term from beginning, and its own from nothing", async () => {
    const address = await postgres.prepared();
    const [one, other] = [leaseOn(address), leaseOn(address)];
    const { queries } = await databaseOn(address);
    const epoch = (await one.acquire("one")) ?? 0;
    await queries.transaction().execute(async (transaction) => {
      await fencingCheck(epoch, () => {})(transaction);
      expect(await one.renew(epoch)).toBe(true);
      await one.release(epoch);
      expect((await other.poll()).isFree).toBe(true);
      expect(await other.acquire("other")).toBeUndefined(); // at once, without waiting
      await transaction.insertInto("installation").values({ key: "key", value: "begun in time" }).execute();
    });
    expect(await other.acquire("other")).toBeGreaterThan(epoch);
    expect(await openStores({ queries } as never).installation.get("key")).toBe("begun in time");
  });

  test("a write that comes while the next term is beginning waits for it, and is refused", async () => {
    const address = await postgres.prepared();
    const lease = leaseOn(address);
    const database = await databaseOn(address);
    const epoch = (await lease.acquire("one")) ?? 0;
    const late = openStores(
      database,
      fencingCheck(epoch, () => {}),
    );
    let writing: Promise<unknown> = Promise.resolve();
    await database.queries.transaction().execute(async (transaction) => {
      await transaction.selectFrom("leases").selectAll().forUpdate().execute();
      writing = expect(late.scores.add(hourlyScore())).rejects.toThrow(LeaseLostError);
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      const ask = () => postgres.server.ask(address.pathname.slice(1), waiting);
      await expect.poll(async () => (await ask()).length, { timeout: 10_000 }).toBe(1);
      await transaction
        .updateTable("leases")
        .set({ epoch: epoch + 1 })
        .execute();
    });
    await writing;
    expect(await late.scores.newest()).toBeUndefined();
  });

  test("each mark of a look changes with what it stands for, and with nothing else", async () => {
    const address = await postgres.prepared();
    const lease = leaseOn(address);
    const { scores, market, days, observations, installation, chain, sources, reports } = openStores(
      await databaseOn(address),
    );
    const steps: readonly (readonly [() => Promise<unknown>, readonly string[]])[] = [
      [() => scores.add(hourlyScore()), ["snapshot", "scores"]],
      [() => scores.add(hourlyScore()), []],
      [() => market.put("btcPrice", quote(1)), ["snapshot"]],
      [() => market.put("fearGreed", quote(1)), ["snapshot"]],
      [() => market.put("fearGreed", quote(2)), ["snapshot"]],
      [() => days.append(closedDays(0, 2), historyRows(2, 1)), []],
      [() => days.append(closedDays(2, 1), historyRows(3, 1)), []],
      [() => chain.addStatement(statement(), publicKey()), ["chain"]],
      [() => chain.addRevision(revision()), ["chain"]],
      [() => sources.put(sourceState()), ["sources"]],
      [() => sources.put({ ...sourceState(), askedAt: at("2026-11-21T08:00:00Z") }), ["sources"]],
      [() => sources.put({ ...sourceState(), askedAt: at("2026-11-21T08:00:00Z"), fault: "refused" }), ["sources"]],
      [() => reports.put("record", "1", "{}"), ["reports"]],
      [() => reports.put("record", "1", "{}"), []],
      [() => reports.put("record", "2", "{}"), ["reports"]],
      [() => observations.add([observation()]), []],
      [() => installation.put("key", "value"), []],
      [() => lease.acquire("one"), ["isFree"]],
    ];
    for (const [change, expected] of steps) {
      const before = await lease.poll();
      await change();
      const after = await lease.poll();
      const { now, ...marks } = after;
      const changed = (Object.keys(marks) as (keyof typeof marks)[]).filter((key) => marks[key] !== before[key]);
      expect(now).toBeGreaterThanOrEqual(before.now);
      expect(changed).toEqual(expected);
    }
  });

  test("a look tells what the clock of the server shows", async () => {
    const address = await postgres.prepared();
    const before = Date.now();
    const { now } = await leaseOn(address).poll();
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(Date.now());
    const move = await movableDatabaseClock(postgres.server, address.pathname.slice(1));
    await move(54 * 3_600_000);
    expect((await leaseOn(address).poll()).now).toBeGreaterThanOrEqual(before + 54 * 3_600_000 - 1);
  });
});
