/** `peak status`: a one-screen summary of this installation, read from its database, even while the service runs. */

import { formatDay, formatInstant, HOUR_MS, type Instant, isStale, MINUTE_MS } from "peak-cycle-model";
import { sourceHealth } from "../domain/source-state.js";
import { systemClock } from "../platform/clock.js";
import { VERSION } from "../platform/version.js";
import { readLedger } from "../published/ledger-history.js";
import { publishNow } from "../published/publish-now.js";
import { Published } from "../published/published.js";
import { type Config, parseConfig } from "../settings.js";
import type { LockHolder, OpenDatabase } from "../storage/database.js";
import { openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/** @throws StorageError if there is no database yet */
export async function status(context: ProcessContext): Promise<void> {
  const config = parseConfig(context.env);
  await using database = await openDatabase(config, "read");
  const lines = await describe(config, database, systemClock.now());
  for (const [name, text] of lines) context.out(`${name.padEnd(10)}${text}\n`);
}

async function describe(
  { databaseUrl, dataDir }: Config,
  database: OpenDatabase,
  now: Instant,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const published = new Published();
  await publishNow(database.queries, published, now);
  const { score, sources, backedUpAt } = published.now.get();
  const { ledger, fold, fault } = await readLedger(database.queries);
  const leader = await database.leader();
  const scored =
    score === undefined ? "none yet" : `${score.btc.score} ${score.btc.phase}, ${ageOf(score.computedAt, now)}`;
  const { statement, length } = ledger;
  const day = fold.days.at(-1)?.day;
  const closed = day === undefined ? "no day" : formatDay(day);
  const signed =
    statement === undefined ? "none yet" : `closed up to ${closed}, signed ${statement.signedAt}, ${length} entries`;
  const history = fault === undefined ? signed : `not what was signed: ${fault.message}`;
  const asked = sources.map((state) => `${state.source} ${state.fault ?? sourceHealth(state, now)}`);
  return [
    ["version", VERSION],
    ["database", databaseUrl === undefined ? `SQLite in ${dataDir}` : `PostgreSQL on ${databaseUrl.host}`],
    ...(databaseUrl === undefined ? [] : [["leader", leaderOf(leader)] as const]),
    ["score", scored],
    ["stale", score === undefined || isStale(score.computedAt, now) ? "yes" : "no"],
    ["history", history],
    ["sources", asked.join(", ") || "none asked yet"],
    ["backup", backedUpAt === undefined ? "none known" : ageOf(backedUpAt, now)],
  ];
}

function leaderOf(holder: LockHolder | undefined): string {
  if (holder === undefined) return "none: no instance does the jobs";
  return holder.isInstance ? holder.name : `none: another program holds the lock: ${holder.name}`;
}

function ageOf(at: Instant, now: Instant): string {
  const ms = Math.max(0, now - at);
  const age = ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / HOUR_MS)} h`;
  return `${age} old (${formatInstant(at)})`;
}
