import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { formatDay, formatInstant } from "peak-cycle-model";
import { ConfigError, PublishingHeldError, StorageError } from "../domain/errors.js";
import { isNewHistory, questionOf } from "../jobs/begin-history.js";
import { describeDifference } from "../jobs/clock-check.js";
import { CLOCK_TOLERANCE_MS } from "../platform/clock.js";
import { silentLog } from "../platform/log.js";
import { openSigner, SignedHeadFile } from "../platform/signing-key.js";
import { systemClock } from "../platform/system.js";
import { LedgerHistory } from "../published/ledger-history.js";
import { type Config, parseConfig } from "../settings.js";
import { openSources } from "../sources/all.js";
import { closeAfter, type Database, NothingStoredError } from "../storage/database.js";
import { openDatabase } from "../storage/open-database.js";
import { DATABASE_FILE } from "../storage/open-sqlite.js";
import { newestScore } from "../storage/scores.js";
import { askEachKind } from "./examine-source.js";
import type { ProcessContext } from "./process-context.js";

/** One line of the table. */
interface Finding {
  readonly what: string;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
}

/**
 * `peak doctor`: checks settings, database, signing key and clock, asks every source one request for each kind of data
 * that it has, and prints a table. Changes nothing.
 *
 * @returns whether nothing has failed; warnings are no failure
 */
export async function doctor(context: ProcessContext): Promise<boolean> {
  const config = parseConfig(context.env);
  const { http, dataDir, databaseUrl } = config;
  const sources = openSources(config.sources, systemClock, silentLog);
  const answers = (await Promise.all(sources.map((each) => askEachKind(each, systemClock, context.stop)))).flat();
  const memory = await openHeadFile(config);
  const place = databaseUrl === undefined ? resolve(dataDir, DATABASE_FILE) : `PostgreSQL on ${databaseUrl.host}`;
  const { finding: database, isNew } = await checkDatabase(config, memory, place);
  const findings: readonly Finding[] = [
    { what: "settings", state: "ok", detail: `${http.host}:${http.port}, data in ${place}` },
    database,
    ...(config.role === "api" ? [] : [keyFinding(config, memory, isNew)]),
    clockFinding(sources.flatMap(({ client }) => client.offset?.aheadMs ?? [])),
    ...answers.map(({ source, kind, isFault, detail }): Finding => {
      const isCovered = answers.some((other) => other.kind === kind && !other.isFault);
      const state = !isFault ? "ok" : isCovered ? "warning" : "failed";
      return { what: `${source}: ${kind}`, state, detail };
    }),
    ...[...config.sources.disabled].map(
      (source): Finding => ({ what: source, state: "ok", detail: "switched off by UPSTREAMS_DISABLED" }),
    ),
  ];
  const width = Math.max(...findings.map(({ what }) => what.length)) + 2;
  for (const { what, state, detail } of findings) context.out(`${what.padEnd(width)}${state.padEnd(10)}${detail}\n`);
  return findings.every(({ state }) => state !== "failed");
}

/** What is remembered next to the signing key, or why a start would end with 2 there. */
async function openHeadFile(config: Config): Promise<SignedHeadFile | ConfigError> {
  try {
    if (existsSync(config.signingKeyFile)) await openSigner(config);
    const kept = new SignedHeadFile(config.signingKeyFile, silentLog);
    await kept.read();
    return kept;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

async function checkDatabase(
  config: Config,
  memory: SignedHeadFile | ConfigError,
  place: string,
): Promise<{ readonly finding: Finding; readonly isNew: boolean }> {
  const what = "database";
  try {
    return await closeAfter(await openDatabase(config, "read"), async ({ queries }) => {
      const finding = await historyFinding(queries, memory instanceof ConfigError ? undefined : memory);
      return { finding, isNew: await isNewHistory(queries) };
    });
  } catch (error) {
    if (error instanceof NothingStoredError) {
      const detail = `none at ${place} yet: \`peak serve\` makes it`;
      return { finding: { what, state: "warning", detail }, isNew: true };
    }
    if (!(error instanceof StorageError)) throw error;
    return { finding: { what, state: "failed", detail: error.message }, isNew: false };
  }
}

/** Reads the history as a start does. */
async function historyFinding(database: Database, memory: SignedHeadFile | undefined): Promise<Finding> {
  const what = "database";
  const history = new LedgerHistory(database, memory);
  const score = await newestScore(database, systemClock.now());
  try {
    await history.read();
  } catch (error) {
    if (!(error instanceof PublishingHeldError)) throw error;
    return { what, state: "failed", detail: `what is stored is not what was signed: ${error.message}` };
  }
  const day = history.days.at(-1)?.day;
  const closed = day === undefined ? "no closed day yet" : `closed up to ${formatDay(day)}`;
  const scored = score === undefined ? "no score yet" : `last score ${formatInstant(score.computedAt)}`;
  return { what, state: day === undefined ? "warning" : "ok", detail: `${closed}, ${scored}` };
}

function keyFinding(config: Config, memory: SignedHeadFile | ConfigError, isNew: boolean): Finding {
  const what = "signing key";
  const { signingKeyFile, newHistory } = config;
  if (memory instanceof ConfigError) return { what, state: "failed", detail: memory.message };
  if (!existsSync(signingKeyFile))
    return { what, state: "ok", detail: `none at ${signingKeyFile} yet: \`peak serve\` makes it` };
  if (isNew && newHistory !== "yes") return { what, state: "failed", detail: questionOf(config).message };
  return { what, state: "ok", detail: signingKeyFile };
}

/** While the sources contradict the clock, no day is closed and no score is made. */
function clockFinding(aheadMs: readonly number[]): Finding {
  const what = "clock";
  const median = aheadMs.toSorted((a, b) => a - b)[Math.floor(aheadMs.length / 2)];
  if (median === undefined) return { what, state: "warning", detail: "no source to compare with" };
  const detail = `${describeDifference(median)} the clocks of the sources`;
  if (Math.abs(median) <= CLOCK_TOLERANCE_MS) return { what, state: "ok", detail };
  return { what, state: "failed", detail: `${detail}: set it, nothing is published until then` };
}
