/** `peak doctor`: checks settings, database, key, clock and sources, and prints what it finds. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DAY_MS, formatDay, formatInstant, type Instant } from "peak-cycle-model";
import { ConfigError, NotPublishableError, StorageError } from "../domain/errors.js";
import { inputPanel, type PanelInput } from "../domain/input-panel.js";
import { nearHorizons } from "../domain/model-horizon.js";
import { median } from "../domain/numbers.js";
import { describeDifference } from "../jobs/publishing-gate.js";
import { readLedger } from "../ledger/ledger-history.js";
import { installedLedger, type KnownLedger, knownLedger } from "../ledger/own-ledger.js";
import { isNewHistory, noHistoryError } from "../ledger/signing.js";
import { CLOCK_TOLERANCE_MS, systemClock } from "../platform/clock.js";
import { silentLog } from "../platform/log.js";
import { publishNow } from "../published/publish-now.js";
import { Published } from "../published/published.js";
import { type Config, parseConfig } from "../settings/settings.js";
import { openSources, type Sources } from "../sources/sources.js";
import { type Db, NothingStoredError } from "../storage/database.js";
import { openDatabase } from "../storage/open-database.js";
import { DATABASE_FILE } from "../storage/open-sqlite.js";
import { askEachKind, type Report } from "./examine-source.js";
import { inputLine, isInOrder } from "./input-line.js";
import type { ProcessContext } from "./process-context.js";

interface Verdict {
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
}

/** A line of the output. */
interface Finding extends Verdict {
  readonly what: string;
}

/**
 * `peak doctor`: checks settings, database, signing key and clock, sends every source one request per kind of data, and
 * prints each result as it arrives. Changes nothing. Failures make it exit with 1; warnings do not.
 */
export async function doctor(context: ProcessContext): Promise<void> {
  const config = parseConfig(context.env);
  const { http, dataDir, databaseUrl } = config;
  const print = ({ what, state, detail }: Finding) => {
    context.out(`${what.padEnd(WIDTH)}${state.padEnd(10)}${detail}\n`);
    if (state === "failed") context.exitCode = 1;
  };
  const place = databaseUrl === undefined ? resolve(dataDir, DATABASE_FILE) : `PostgreSQL on ${databaseUrl.host}`;
  print({ what: "settings", state: "ok", detail: `${http.host}:${http.port}, data in ${place}` });
  const sources = openSources(config.sources, systemClock, silentLog);
  const [reports] = await Promise.all([
    Promise.all(sources.all.map(({ name }) => examineSource(sources, name, context.stop, print))),
    historyFindings(config, place).then((findings) => findings.forEach(print)),
  ]);
  lackingKinds(reports.flat()).forEach(print);
  print(clockFinding(sources.all.flatMap(({ offset }) => offset?.aheadMs ?? [])));
  for (const { isUrgent, sentence } of nearHorizons(systemClock.now()))
    print({ what: "model", state: isUrgent ? "warning" : "ok", detail: sentence });
  leftoverFindings(config).forEach(print);
  for (const what of config.sources.disabled)
    print({ what, state: "ok", detail: "switched off by UPSTREAMS_DISABLED" });
}

/** Room for the longest name, a source with a kind of data. */
const WIDTH = 30;

async function examineSource(
  sources: Sources,
  name: string,
  stop: AbortSignal,
  print: (finding: Finding) => void,
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  for await (const report of askEachKind(sources, name, systemClock, stop)) {
    const { source, kind, isFault, detail } = report;
    print({ what: `${source}: ${kind}`, state: isFault ? "warning" : "ok", detail });
    reports.push(report);
  }
  return reports;
}

/** The kinds of data that no source provided. */
function lackingKinds(reports: readonly Report[]): readonly Finding[] {
  const kinds = new Set(reports.filter(({ isFault }) => !isFault).map(({ kind }) => kind));
  const lacking = new Set(reports.map(({ kind }) => kind).filter((kind) => !kinds.has(kind)));
  return [...lacking].map((kind) => ({ what: kind, state: "failed", detail: "no source provides this" }));
}

/** Checks the signing key and the database as a start would. An instance that only serves needs no key. */
async function historyFindings(config: Config, place: string): Promise<readonly Finding[]> {
  const key = await examineKey(config).catch(failureOf);
  const database = await examineDatabase(config, place, key.own).catch(failureOf);
  const isAsked = key.isThere && database.isNew && config.newHistory !== "yes";
  return [
    { what: "database", ...database },
    ...(config.role === "api" ? [] : [{ what: "signing key", ...(isAsked ? failureOf(noHistoryError(config)) : key) }]),
    ...(database.inputs ?? []),
  ];
}

interface StartVerdict extends Verdict {
  /** Whether the key file exists. */
  readonly isThere?: boolean;
  /** What the key and the signed position imply about the history. */
  readonly own?: KnownLedger;
  /** Whether the database has no history. */
  readonly isNew?: boolean;
  readonly inputs?: readonly Finding[];
}

/** For this long after a restore or a move, an old database may still be needed. */
const LEFTOVER_MS = 14 * DAY_MS;

/** Old databases in the data folder that are no longer needed. */
function leftoverFindings({ dataDir, databaseUrl }: Config): readonly Finding[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  const isOld = (name: string) => {
    const { mtimeMs } = statSync(join(dataDir, name), { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    return mtimeMs < systemClock.now() - LEFTOVER_MS;
  };
  const leftovers = names.filter((name) => {
    return name.startsWith("before-") || (databaseUrl !== undefined && name.startsWith(DATABASE_FILE));
  });
  return leftovers.filter(isOld).map((name) => {
    const detail = `${resolve(dataDir, name)} has not been used for two weeks: delete it`;
    return { what: "old database", state: "warning", detail };
  });
}

/** The error a start would end with. */
function failureOf(error: unknown): StartVerdict {
  const isExpected = [ConfigError, StorageError, NotPublishableError].some((kind) => error instanceof kind);
  if (isExpected) return { state: "failed", detail: (error as Error).message };
  throw error;
}

async function examineKey(config: Config): Promise<StartVerdict> {
  const { signingKeyFile } = config;
  const isThere = existsSync(signingKeyFile);
  const own = await knownLedger(await installedLedger(config));
  const detail = isThere ? signingKeyFile : `none at ${signingKeyFile} yet: \`peak serve\` creates it`;
  return { state: "ok", detail, isThere, own };
}

async function examineDatabase(config: Config, place: string, own?: KnownLedger): Promise<StartVerdict> {
  try {
    await using database = await openDatabase(config, "read");
    if (config.role !== "api") await database.requireOwnSession();
    return await examineHistory(database.db, own);
  } catch (error) {
    if (!(error instanceof NothingStoredError)) throw error;
    return { state: "warning", detail: `none at ${place} yet: \`peak serve\` creates it`, isNew: true };
  }
}

async function examineHistory(db: Db, own?: KnownLedger): Promise<StartVerdict> {
  const isNew = await isNewHistory(db);
  const [published, now] = [new Published(), systemClock.now()];
  await publishNow(db, published, now);
  const { score, inputs, market } = published.now.get();
  const { fold, fault } = await readLedger(db, own);
  if (fault !== undefined) {
    return { state: "failed", detail: `the stored ledger differs from what was signed: ${fault.message}`, isNew };
  }
  const day = fold.days.at(-1)?.day;
  const closedText = day === undefined ? "no closed day yet" : `closed up to ${formatDay(day)}`;
  const scoreText = score === undefined ? "no score yet" : `last score ${formatInstant(score.computedAt)}`;
  const panel = inputPanel({ inputs, market, newestRow: fold.rows.at(-1)?.day }, now);
  const state = day === undefined ? "warning" : "ok";
  return {
    state,
    detail: `${closedText}, ${scoreText}`,
    isNew,
    inputs: panel.map((input) => inputFinding(input, now)),
  };
}

/** What the service knows about an input of the score. */
function inputFinding(input: PanelInput, now: Instant): Finding {
  return {
    what: `input: ${input.title}`,
    state: isInOrder(input) ? "ok" : "warning",
    detail: inputLine(input, now),
  };
}

/** While the sources contradict the clock, no day is closed and no score is computed. */
function clockFinding(aheadMs: readonly number[]): Finding {
  const what = "clock";
  const ahead = median(aheadMs);
  if (ahead === undefined) return { what, state: "warning", detail: "no source to compare with" };
  const detail = `${describeDifference(ahead)} the clocks of the sources`;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE_MS) return { what, state: "ok", detail };
  return { what, state: "failed", detail: `${detail}: correct it; nothing is published until then` };
}
