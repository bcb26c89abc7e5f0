/** `peak status`: one screen about this installation, read from its database beside a running service. */

import { formatInstant, HOUR_MS, type Instant, isStale, MINUTE_MS } from "peak-cycle-model";
import { StorageError } from "../domain/errors.js";
import { sourceHealth } from "../domain/source-state.js";
import { systemClock } from "../platform/system.js";
import { VERSION } from "../platform/version.js";
import { publishNow } from "../published/publish-now.js";
import { Published } from "../published/published.js";
import { type Config, parseConfig } from "../settings.js";
import { lastBackupAt } from "../storage/backup.js";
import type { OpenDatabase } from "../storage/database.js";
import { readStores, type Stores } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/** @throws StorageError when there is no database yet */
export async function status(context: ProcessContext): Promise<void> {
  const config = parseConfig(context.env);
  const lines = await readStores(config, (stores, database) => describe(config, stores, database, systemClock.now()));
  if (lines === undefined) throw new StorageError("nothing is stored there yet: `peak serve` makes the database");
  for (const [name, text] of lines) context.out(`${name.padEnd(10)}${text}\n`);
}

async function describe(
  { databaseUrl, dataDir }: Config,
  stores: Stores,
  database: OpenDatabase,
  now: Instant,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const published = new Published();
  await publishNow(stores, published, now);
  const { score, sources } = published.now.get();
  const end = await stores.ledger.end();
  const backup = lastBackupAt(dataDir);
  const leader = await database.leader();
  const scored =
    score === undefined ? "none yet" : `${score.btc.score} ${score.btc.phase}, ${ageOf(score.computedAt, now)}`;
  const closed =
    end === undefined ? "none yet" : `closed up to ${end.closed}, signed ${end.signedAt}, ${end.length} entries`;
  const asked = sources.map((state) => `${state.source} ${state.fault ?? sourceHealth(state, now)}`);
  return [
    ["version", VERSION],
    ["database", databaseUrl === undefined ? `SQLite in ${dataDir}` : `PostgreSQL on ${databaseUrl.host}`],
    ...(databaseUrl === undefined ? [] : [["leader", leader ?? "none"] as const]),
    ["score", scored],
    ["stale", score === undefined || isStale(score.computedAt, now) ? "yes" : "no"],
    ["history", closed],
    ["sources", asked.join(", ") || "none asked yet"],
    ["backup", backup === undefined ? "not known here" : ageOf(backup as Instant, now)],
  ];
}

function ageOf(at: Instant, now: Instant): string {
  const ms = Math.max(0, now - at);
  const age = ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / HOUR_MS)} h`;
  return `${age} old (${formatInstant(at)})`;
}
