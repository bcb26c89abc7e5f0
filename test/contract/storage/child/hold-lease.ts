import type { Kysely } from "kysely";
import { leaseFence } from "../../../../src/storage/lease-store.js";
import { openPostgres, openPostgresLease } from "../../../../src/storage/open-postgres.js";
import { openStores } from "../../../../src/storage/stores.js";
import type { Tables } from "../../../../src/storage/tables.js";

/**
 * Takes the lease of a short term, writes again and again and prolongs it, until a write is refused; says what happened.
 * With `halfway` it stops itself in the middle of a write, as SIGSTOP from outside would in the unluckiest moment.
 */
const [address, termMs, manner] = process.argv.slice(2);
const database = await openPostgres(new URL(address ?? ""));
const { lease } = openPostgresLease(new URL(address ?? ""), Number(termMs));
const epoch = (await lease.take("child")) ?? 0;
const fence = leaseFence(epoch, () => {});
const { installation } = openStores(database, fence);
const say = (word: string) => process.stdout.write(`${word}\n`);

async function stopHalfway(queries: Kysely<Tables>): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await fence(transaction);
    await transaction.insertInto("installation").values({ key: "late", value: "halfway" }).execute();
    say("halfway");
    await new Promise((resolve) => setTimeout(resolve, 100)); // the word has to be out
    process.kill(process.pid, "SIGSTOP");
  });
}

try {
  if (manner === "halfway") await stopHalfway(database.queries);
  for (let count = 0; ; count++) {
    await installation.put("count", `child ${count}`);
    if (count % 10 === 0) await lease.prolong(epoch);
    say(`wrote ${count}`);
  }
} catch (error) {
  say(error instanceof Error ? error.name : "unknown");
}
say(`prolonged: ${await lease.prolong(epoch)}`);
process.exit();
