import { expect, onTestFinished, test } from "vitest";
import { fencingCheck } from "../../../src/storage/lease-store.js";
import { openPostgres, openPostgresLease } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { startChild } from "./child/start-child.js";

const LEASE_MS = 1500;
/** The server ends a transaction whose process says nothing for 10 s. */
const SILENCE_MS = 10_000;
/** A noisy machine; what is promised is 30 s with terms of 15 s. */
const TIMEOUT_MS = SILENCE_MS + LEASE_MS + 10_000;

describePostgres("a process that does the jobs on PostgreSQL", () => {
  const postgres = tempPostgres();

  /** The process whose turn comes next. */
  const heir = async (address: URL) => {
    const { lease, close } = openPostgresLease(address, LEASE_MS);
    const database = await openPostgres(address);
    onTestFinished(async () => {
      await close();
      await database.close();
    });
    const take = () => expect.poll(() => lease.acquire("heir"), { timeout: TIMEOUT_MS, interval: 50 });
    return {
      lease,
      take,
      during: (epoch: number) =>
        openStores(
          database,
          fencingCheck(epoch, () => {}),
        ),
    };
  };

  test("and is paused for longer than its term writes nothing when it wakes up", async () => {
    const address = await postgres.prepared();
    const child = startChild("hold-lease", address.href, String(LEASE_MS), "between");
    await expect.poll(() => child.lines.at(-1)).toBe("between");
    const { lease, take, during } = await heir(address);
    await take().toBe(2);
    const { installation } = during(2);
    await installation.put("count", "heir");
    child.signal("SIGCONT");
    const sayAgain = child.lines.length;
    await lease.renew(2);
    await child.wrote(sayAgain + 1);
    await expect.poll(() => child.lines.at(-1)).toBe("prolonged: false");
    expect(child.lines.at(-2)).toBe("LeaseLostError");
    expect(await installation.get("count")).toBe("heir");
  }, 60_000);

  test("and is paused in the middle of a write is waited for until the server has ended the write", async () => {
    const address = await postgres.prepared();
    const child = startChild("hold-lease", address.href, String(LEASE_MS), "halfway");
    await child.wrote(1);
    const { take, during } = await heir(address);
    await take().toBe(2);
    const { installation } = during(2);
    expect(await installation.get("late")).toBeUndefined();
    child.signal("SIGCONT");
    await expect.poll(() => child.lines.at(-1)).toBe("prolonged: false");
    expect(child.lines).toHaveLength(3);
    expect(await installation.get("late")).toBeUndefined();
  }, 60_000);

  test("and is killed is followed by the next when its term has run out", async () => {
    const address = await postgres.prepared();
    const child = startChild("hold-lease", address.href, String(LEASE_MS));
    await child.wrote(5);
    await child.kill();
    const { take } = await heir(address);
    await take().toBe(2);
  }, 60_000);
});
