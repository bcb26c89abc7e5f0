/**
 * `peak status`: a one-screen summary of this installation, read from its database, even while the service runs. It
 * contacts neither the sources nor the service, so it works on any machine that can reach the database.
 */

import { formatDay, HOUR_MS, type Instant, isStale } from "peak-cycle-model";
import { faultWords } from "../domain/errors.js";
import { inputPanel } from "../domain/input-panel.js";
import { nearHorizons } from "../domain/model-horizon.js";
import type { SourceState } from "../domain/source-state.js";
import { storedHolds } from "../jobs/stored-holds.js";
import { readLedger } from "../ledger/ledger-history.js";
import { installedLedger, knownLedger } from "../ledger/own-ledger.js";
import { systemClock } from "../platform/clock.js";
import { publishNow } from "../published/publish-now.js";
import { Published } from "../published/published.js";
import { type Config, parseConfig } from "../settings/settings.js";
import { SOURCE_NAMES } from "../sources/order.js";
import type { SourcesConfig } from "../sources/sources.js";
import type { LockHolder, OpenDatabase } from "../storage/database.js";
import { openDatabase } from "../storage/open-database.js";
import { VERSION } from "../version.js";
import { ageOf, durationSince } from "./ages.js";
import { inputLine } from "./input-line.js";
import type { ProcessContext } from "./process-context.js";

/**
 * Exits with 1 if `/readyz` of a running instance would be 503.
 *
 * @throws StorageError if there is no database yet
 */
export async function status(context: ProcessContext): Promise<void> {
  const config = parseConfig(context.env);
  await using database = await openDatabase(config, "read");
  const now = systemClock.now();
  const state = await readState(config, database, now);
  const troubles = troublesOf(state, now);
  const ready = troubles.length === 0 ? ["yes"] : troubles.map((trouble) => `no: ${trouble}`);
  const rows: readonly Row[] = [["version", VERSION], ["ready", ...ready], ...describe(config, state, now)];
  for (const [name, ...lines] of rows) {
    for (const [number, line] of lines.entries()) context.out(`${(number === 0 ? name : "").padEnd(10)}${line}\n`);
  }
  if (troubles.length > 0) context.exitCode = 1;
}

type Row = readonly [name: string, ...lines: readonly string[]];

type State = Awaited<ReturnType<typeof readState>>;

async function readState(config: Config, database: OpenDatabase, now: Instant) {
  // read before the ledger, since the service keeps signing
  const own = await knownLedger(await installedLedger(config));
  const published = new Published();
  await publishNow(database.db, published, now);
  return {
    ...published.now.get(),
    ...(await readLedger(database.db, own)),
    holds: await storedHolds(database.db),
    leader: await database.leader(),
    isReadOnly: await database.isReadOnly(),
  };
}

/** Why `/readyz` would be 503. */
function troublesOf({ score, fault, holds, isReadOnly }: State, now: Instant): readonly string[] {
  const isOld = score !== undefined && isStale(score.computedAt, now);
  return [
    ...(fault === undefined ? [] : [`the history differs from what was signed: ${fault.message}`]),
    ...(fault === undefined ? holds.map((sentence) => `publishing is on hold: ${sentence}`) : []),
    ...(score === undefined ? ["there is no score yet"] : []),
    ...(isOld ? ["the score is older than 2 hours"] : []),
    ...(isReadOnly ? ["the database is read-only"] : []),
  ];
}

function describe({ databaseUrl, dataDir, sources }: Config, state: State, now: Instant): readonly Row[] {
  const { score, ledger, fold, fault, backedUpAt } = state;
  const scoreText = score && `${score.btc.score} ${score.btc.phase}, ${ageOf(score.computedAt, now)}`;
  const day = fold.days.at(-1)?.day;
  const closedText = `closed up to ${day === undefined ? "no day" : formatDay(day)}`;
  const { statement, length } = ledger;
  const historyText = statement && `${closedText}, signed ${statement.signedAt}, ${length} entries`;
  return [
    ...(databaseUrl === undefined
      ? [["database", `SQLite in ${dataDir}`] as const]
      : ([
          ["database", `PostgreSQL on ${databaseUrl.host}`],
          ["leader", leaderOf(state.leader)],
        ] as const)),
    ["score", scoreText ?? "none yet"],
    ["stale", score === undefined || isStale(score.computedAt, now) ? "yes" : "no"],
    ["history", fault === undefined ? (historyText ?? "none yet") : `differs from what was signed: ${fault.message}`],
    ["inputs", ...inputLines(state, now)],
    ["sources", ...sourceLines(sources, state.sources, now)],
    ...nearHorizons(now).map(({ sentence }) => ["model", sentence] as const),
    ["backup", backedUpAt === undefined ? "none known" : ageOf(backedUpAt, now)],
  ];
}

function leaderOf(holder: LockHolder | undefined): string {
  if (holder === undefined) return "none: no instance runs the jobs";
  return holder.isInstance ? holder.name : `none: another program holds the lock: ${holder.name}`;
}

function inputLines({ inputs, market, fold }: State, now: Instant): readonly string[] {
  const panel = inputPanel({ inputs, market, newestRow: fold.rows.at(-1)?.day }, now);
  const width = Math.max(...panel.map(({ title }) => title.length)) + 2;
  return panel.map((input) => input.title.padEnd(width) + inputLine(input, now));
}

function sourceLines({ disabled }: SourcesConfig, states: readonly SourceState[], now: Instant): readonly string[] {
  const width = Math.max(...SOURCE_NAMES.map((name) => name.length)) + 2;
  return SOURCE_NAMES.map((name) => {
    const state = states.find(({ source }) => source === name);
    return (
      name.padEnd(width) + (disabled.has(name) ? "switched off by UPSTREAMS_DISABLED" : describeSource(state, now))
    );
  });
}

function describeSource(state: SourceState | undefined, now: Instant): string {
  if (state === undefined) return "not asked yet";
  const { askedAt, answeredAt } = state;
  if (state.fault === undefined) return `ok, asked ${durationSince(askedAt, now)} ago`;
  const fault = faultWords(state.fault);
  if (now - askedAt > RETRIED_WITHIN_MS) return `not needed for ${durationSince(askedAt, now)}, then ${fault}`;
  const lastAnswer = answeredAt === undefined ? "never" : `${durationSince(answeredAt, now)} ago`;
  const verb = state.fault === "not_asked" ? "due" : "asked";
  return `${fault}, ${verb} ${durationSince(askedAt, now)} ago, last usable response ${lastAnswer}`;
}

/**
 * A needed source is queried again within an hour; a fallback is not queried again after the first source recovers.
 */
const RETRIED_WITHIN_MS = 2 * HOUR_MS;
