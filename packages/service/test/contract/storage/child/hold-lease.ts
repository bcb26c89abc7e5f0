import { fencingCheck } from "../../../../src/storage/lease-store.js";
import { openPostgres, openPostgresLease } from "../../../../src/storage/open-postgres.js";
import { openStores } from "../../../../src/storage/stores.js";

/**
 * Takes the lease of a short term, writes again and again and prolongs it, until a write is refused; says what happened.
 * With `paused` it stops itself after 30 writes, as SIGSTOP from outside would.
 */
const [address, durationMs, mode] = process.argv.slice(2);
const database = await openPostgres(new URL(address ?? ""));
const { lease } = openPostgresLease(new URL(address ?? ""), Number(durationMs));
const epoch = (await lease.acquire("child")) ?? 0;
const { installation } = openStores(
  database,
  fencingCheck(epoch, () => {}),
);
const say = (word: string) => process.stdout.write(`${word}\n`);

async function pause(): Promise<void> {
  say("paused");
  await new Promise((resolve) => setTimeout(resolve, 100)); // the word has to be out
  process.kill(process.pid, "SIGSTOP");
}

try {
  for (let count = 0; ; count++) {
    await installation.put("count", `child ${count}`);
    if (count % 10 === 0) await lease.renew(epoch);
    say(`wrote ${count}`);
    if (mode === "paused" && count === 30) await pause();
  }
} catch (error) {
  say(error instanceof Error ? error.name : "unknown");
}
say(`prolonged: ${await lease.renew(epoch)}`);
process.exit();
