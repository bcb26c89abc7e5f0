import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { cutLine } from "../../support/cut-line.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";

/** Longer than the server waits to hear from a session. */
const QUIET_MS = 16_000;

describePostgres("the session of a leader on PostgreSQL", () => {
  const postgres = tempPostgres();

  test("is kept alive by its heartbeat, and ends on both sides when the connection is cut", async () => {
    const address = await postgres.prepared();
    const line = await cutLine(address);
    const [database, beside] = [await openPostgres(line.address), await openPostgres(address)];
    onTestFinished(async () => {
      line.mend();
      await Promise.all([database.close(), beside.close()]);
    });
    const term = await database.beginTerm("cut off");
    if (term === undefined) throw new Error("nobody leads");
    const { rows } = await sql<{ name: string }>`
      select name from pg_settings
      where name ~ 'idle_.*session_timeout|tcp_user_timeout' and setting = '15000'`.execute(term.db);
    expect(rows).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    expect([term.over.aborted, await beside.leader()]).toEqual([false, { name: "cut off", isInstance: true }]);
    line.cut();
    const freed = expect.poll(() => beside.leader(), { timeout: QUIET_MS }).toBeUndefined();
    const lost = expect.poll(() => (term.over.reason as Error | undefined)?.message, { timeout: QUIET_MS });
    await Promise.all([freed, lost.toBe("the session with the database has ended: Query read timeout")]);
  }, 60_000);

  test("is kept alive while a transaction uses it for longer than a heartbeat waits", async () => {
    const database = await openPostgres(await postgres.prepared());
    onTestFinished(database.close);
    const term = await database.beginTerm("busy");
    const seconds = await term?.db.transaction().execute(async (inside) => {
      for (let second = 0; second < QUIET_MS / 1000; second++) await sql`select pg_sleep(1)`.execute(inside);
      return QUIET_MS / 1000;
    });
    expect([seconds, term?.over.aborted]).toEqual([QUIET_MS / 1000, false]);
  }, 60_000);
});
