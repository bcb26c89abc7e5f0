import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  dayOf,
  endOf,
  FIRST_DAY,
  formatDay,
  formatInstant,
  LAST_SUPPLY_YEAR,
  plus,
  type UtcDay,
  yearOf,
} from "peak-cycle-model";
import { ConfigError, PublishingHeldError, StorageError } from "../domain/errors.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { HistoryCheck } from "../history/check-history.js";
import type { SignedMemory } from "../history/signer.js";
import { isBackfilled } from "../ingest/backfill.js";
import { LATEST_FIRST_DAY, LONG_MEMORY } from "../ingest/backfill-steps.js";
import { type ClockEvidence, clockEvidence, describeDifference } from "../ingest/clock-evidence.js";
import type { Source } from "../ingest/data-source.js";
import {
  disagreements,
  type Examination,
  examineSource,
  forecastStart,
  type Need,
  requestFor,
  type StoredPast,
} from "../ingest/examine-source.js";
import { isNewHistory, questionOf } from "../jobs/jobs.js";
import { silentLog } from "../platform/log.js";
import { addressesOf } from "../platform/setting-types.js";
import { openSignedMemory, openSigner } from "../platform/signing-key.js";
import { systemClock } from "../platform/system.js";
import { type Config, parseConfig } from "../settings.js";
import { openSources } from "../sources/all.js";
import { OlderVersionError } from "../storage/migrate.js";
import { databaseClock } from "../storage/open-database.js";
import { DATABASE_FILE } from "../storage/sqlite-file.js";
import { readStores, type Stores } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak doctor`: everything that can be wrong, in one table. Changes nothing.
 *
 * @returns whether nothing has failed; warnings are no failure
 */
export async function doctor(context: ProcessContext): Promise<boolean> {
  const config = parseConfig(context.env);
  const { http, dataDir, databaseUrl } = config;
  const evidence = clockEvidence({ clock: systemClock, monotonicMs: () => performance.now(), holds: noHolds });
  const opened = { clock: systemClock, log: silentLog, config: config.sources, tetherRate: () => 1 };
  const sources = openSources({ ...opened, onTime: evidence.note });
  const examined = await Promise.all(sources.map((each) => examineSource(each, systemClock, context.stop)));
  const memory = await openMemory(config);
  const stored = await readStored(config, memory, evidence, context.stop);
  const past = stored === undefined || stored instanceof StorageError ? "nothing" : stored.past;
  const start = startFinding(examined, sources, past);
  const place = databaseUrl === undefined ? resolve(dataDir, DATABASE_FILE) : `PostgreSQL on ${hostsOf(databaseUrl)}`;
  const findings: CheckResult[] = [
    { what: "settings", state: "ok", detail: `${http.host}:${http.port}, data in ${place}` },
    databaseFinding(stored, place),
    ...(config.role === "api" ? [] : [keyFinding(config, memory, stored)]),
    clockFinding(evidence),
    supplyFinding(),
    ...examined.map((each) => sourceFinding(each, start)),
    ...[...config.sources.disabled].map(
      (source): CheckResult => ({ what: source, state: "ok", detail: "switched off by UPSTREAMS_DISABLED" }),
    ),
    agreementFinding(examined),
    start,
  ];
  for (const { what, state, detail } of findings) {
    context.out(`${what.padEnd(16)}${state.padEnd(10)}${detail}\n`);
  }
  return findings.every((each) => each.state !== "failed");
}

function hostsOf(address: URL): string {
  return addressesOf(address)
    .map(({ host }) => host)
    .join(", ");
}

/** One line of the table. */
interface CheckResult {
  readonly what: string;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
}

/** This command publishes nothing. */
const noHolds = { hold: () => {}, release: () => {}, check: () => {} };

interface Stored {
  readonly day: UtcDay | undefined;
  readonly score: HourlyScore | undefined;
  /** What a start finds. */
  readonly past: StoredPast;
  /** What a start passes over. */
  readonly unreadable: readonly string[];
  /** Why the service would publish nothing more on it. */
  readonly contradiction: string | undefined;
  readonly isNew: boolean;
}

/** What is remembered beside the signing key; or why a start would end with 2 there. */
async function openMemory(config: Config): Promise<SignedMemory | ConfigError> {
  try {
    if (existsSync(config.signingKeyFile)) await openSigner(config);
    return await openSignedMemory(config.signingKeyFile, silentLog);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error;
  }
}

/**
 * Also asks a database server what time it is.
 *
 * @returns why it cannot be read; `undefined` when there is no database yet
 */
async function readStored(
  config: Config,
  memory: SignedMemory | ConfigError,
  evidence: ClockEvidence,
  stop: AbortSignal,
): Promise<Stored | StorageError | undefined> {
  try {
    return await readStores(config, async (stores) => {
      if (config.databaseUrl !== undefined) evidence.noteDatabase(await databaseClock(config));
      const { days, scores } = stores;
      const newest = { day: await days.lastClosedDay(), score: await scores.newest() };
      const [past, unreadable] = [await storedPast(stores), await stores.unreadable()];
      const contradiction = await contradictionIn(stores, memory instanceof ConfigError ? undefined : memory, stop);
      return { ...newest, past, unreadable, contradiction, isNew: await isNewHistory(stores) };
    });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return error;
  }
}

/** Checks the history as a start does, against what is remembered beside the key too. */
async function contradictionIn(
  stores: Stores,
  memory: SignedMemory | undefined,
  stop: AbortSignal,
): Promise<string | undefined> {
  const check = new HistoryCheck({ stores, model: undefined, memory, report: () => {} });
  try {
    await check.run(stop);
    return undefined;
  } catch (error) {
    if (!(error instanceof PublishingHeldError)) throw error;
    return error.message;
  }
}

async function storedPast(stores: Stores): Promise<StoredPast> {
  if (await isBackfilled(stores)) return "everything";
  const until = plus(endOf(LATEST_FIRST_DAY), 1);
  const first = await stores.observations.between("btc-close", endOf(FIRST_DAY), until);
  return first.some(({ source }) => source === "import") ? "old closes" : "nothing";
}

function databaseFinding(stored: Stored | StorageError | undefined, place: string): CheckResult {
  const what = "database";
  if (stored === undefined) {
    return {
      what,
      state: "warning",
      detail: `none at ${place} yet: \`peak serve\` makes it, with the settings of this call`,
    };
  }
  if (stored instanceof OlderVersionError) {
    const detail = `of an older version: a start brings its tables up to date: ${stored.missing.join(", ")}`;
    return { what, state: "warning", detail };
  }
  if (stored instanceof StorageError) return { what, state: "failed", detail: stored.message };
  const { day, score, unreadable, contradiction } = stored;
  const closed = day === undefined ? "no closed day yet" : `closed up to ${formatDay(day)}`;
  if (contradiction !== undefined)
    return { what, state: "failed", detail: `${closed}, but publishing is held back on it: ${contradiction}` };
  const scored = score === undefined ? "no score yet" : `last score ${formatInstant(score.computedAt)}`;
  const passed = unreadable.length === 0 ? "" : `; a start passes over and makes again: ${unreadable.join(", ")}`;
  const state = day === undefined || passed !== "" ? "warning" : "ok";
  return { what, state, detail: `${closed}, ${scored}${passed}` };
}

function keyFinding(
  config: Config,
  memory: SignedMemory | ConfigError,
  stored: Stored | StorageError | undefined,
): CheckResult {
  const what = "signing key";
  const { signingKeyFile, newHistory } = config;
  if (memory instanceof ConfigError) return { what, state: "failed", detail: memory.message };
  if (!existsSync(signingKeyFile))
    return { what, state: "ok", detail: `none at ${signingKeyFile} yet: \`peak serve\` makes it` };
  const isNew = stored === undefined || (!(stored instanceof StorageError) && stored.isNew);
  if (isNew && !newHistory) return { what, state: "failed", detail: questionOf(config).message };
  return { what, state: "ok", detail: signingKeyFile };
}

/** A source that is silent is a warning as long as the others suffice. */
function sourceFinding({ source, state, findings }: Examination, start: CheckResult): CheckResult {
  const isFatal = state === "failed" && start.state === "failed";
  return { what: source, state: state === "ok" || isFatal ? state : "warning", detail: findings.join("; ") };
}

/** Nothing changes by itself: the operator compares both with a third source, and switches one off. */
function agreementFinding(examined: readonly Examination[]): CheckResult {
  const what = "agreement";
  const found = disagreements(examined);
  if (found === undefined)
    return { what, state: "warning", detail: "nothing to compare: no figure came from two sources" };
  const apart = found.map(({ need, stated: [one, other], by }) => {
    const percent = (100 * by).toFixed(1);
    return `${need}: ${one.source} has ${one.value}, ${other.source} ${other.value}, ${percent} % apart`;
  });
  if (apart.length === 0) return { what, state: "ok", detail: "no two sources disagree" };
  return { what, state: "warning", detail: apart.join("; ") };
}

/** What a start would have now, with the sources that are not switched off. */
function startFinding(examined: readonly Examination[], sources: readonly Source[], past: StoredPast): CheckResult {
  const what = past === "everything" ? "start" : "first start";
  const answers = (need: Need): boolean => sources.some((each) => each.answers(requestFor(need, systemClock.now())));
  const { fatal, awaited, lacking, canStart } = forecastStart(examined, past, answers);
  const failure = past === "everything" ? "would publish nothing new" : "would fail";
  const parts = [
    ...(fatal.length > 0 ? [`${failure} for want of ${fatal.join(", ")}`] : []),
    ...(fatal.includes("closes of 2010") ? [`${adviceOn(sources)} or bring a file with \`peak import\``] : []),
    ...(awaited.length > 0 ? [`would wait for ${awaited.join(", ")}`] : []),
    ...(lacking.length > 0 ? [`would go without ${lacking.join(", ")}`] : []),
  ];
  const state = canStart ? (lacking.length > 0 ? "warning" : "ok") : "failed";
  return { what, state, detail: parts.join("; ") || "the sources have all that it needs" };
}

function adviceOn(sources: readonly Source[]): string {
  const enabled = LONG_MEMORY.filter((name) => sources.some((each) => each.name === name));
  return enabled.length === 0
    ? `enable ${LONG_MEMORY.join(" or ")},`
    : `see why ${enabled.join(" and ")} did not answer,`;
}

/** As the service judges it: while it is contradicted, no day is closed and no score is made. */
function clockFinding(evidence: ClockEvidence): CheckResult {
  const what = "clock";
  const verdict = evidence.verdict();
  const { sources, database } = evidence.difference();
  if (sources === undefined) return { what, state: "warning", detail: "no source to compare with" };
  const server = database === undefined ? "" : `, ${describeDifference(database)} the clock of the database server`;
  const detail = `${describeDifference(sources)} the clocks of the sources${server}`;
  if (verdict === "confirmed") return { what, state: "ok", detail };
  return { what, state: "failed", detail: `${detail}: set the one that is wrong, nothing is published until then` };
}

function supplyFinding(): CheckResult {
  const year = yearOf(dayOf(systemClock.now()));
  const isOld = LAST_SUPPLY_YEAR < year;
  const detail = `circulating supplies up to ${LAST_SUPPLY_YEAR}${isOld ? `: the row of ${year} is missing, the last one is used` : ""}`;
  return { what: "supply table", state: isOld ? "warning" : "ok", detail };
}
