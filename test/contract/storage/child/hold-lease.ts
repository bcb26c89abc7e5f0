import type { Kysely } from "kysely";
import { fencingCheck } from "../../../../src/storage/lease-store.js";
import { openPostgres, openPostgresLease } from "../../../../src/storage/open-postgres.js";
import { openStores } from "../../../../src/storage/stores.js";
import type { Tables } from "../../../../src/storage/tables.js";

/**
 * Takes the lease of a short term, writes again and again and prolongs it, until a write is refused; says what happened.
 * With `between` it stops itself after 30 writes, with `halfway` in the middle of one: as SIGSTOP from outside would, which
 * hits one moment or the other.
 */
const [address, durationMs, mode] = process.argv.slice(2);
const database = await openPostgres(new URL(address ?? ""));
const { lease } = openPostgresLease(new URL(address ?? ""), Number(durationMs));
const epoch = (await lease.acquire("child")) ?? 0;
const fence = fencingCheck(epoch, () => {});
const { installation } = openStores(database, fence);
const say = (word: string) => process.stdout.write(`${word}\n`);

async function stopHalfway(queries: Kysely<Tables>): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await fence(transaction);
    await transaction.insertInto("installation").values({ key: "late", value: "halfway" }).execute();
    await stop("halfway");
  });
}

async function stop(word: string): Promise<void> {
  say(word);
  await new Promise((resolve) => setTimeout(resolve, 100)); // the word has to be out
  process.kill(process.pid, "SIGSTOP");
}

try {
  if (mode === "halfway") await stopHalfway(database.queries);
  for (let count = 0; ; count++) {
    await installation.put("count", `child ${count}`);
    if (count % 10 === 0) await lease.renew(epoch);
    say(`wrote ${count}`);
    if (mode === "between" && count === 30) await stop("between");
  }
} catch (error) {
  say(error instanceof Error ? error.name : "unknown");
}
say(`prolonged: ${await lease.renew(epoch)}`);
process.exit();
