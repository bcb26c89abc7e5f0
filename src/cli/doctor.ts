import { type Config, parseConfig } from "../config.js";
import { StorageError } from "../domain/errors.js";
import { dayOf, formatDay, formatInstant, SECOND_MS, yearOf } from "../domain/instant.js";
import { LAST_SUPPLY_YEAR } from "../engine/basket/basket-level.js";
import { type Examination, examineUpstream } from "../operations/examine-upstream.js";
import type { StatedTime } from "../operations/ports.js";
import { silentLog } from "../platform/log.js";
import { systemClock } from "../platform/system.js";
import { openUpstreams } from "../worker.js";
import { openForReading } from "./open-stores.js";
import type { ProcessContext } from "./process-context.js";

/** One line of the table. */
interface CheckResult {
  readonly what: string;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
}

/** A source states its time to the second, and an answer may take some; a clock that differs by more than this is wrong. */
const SKEW_MS = 60 * SECOND_MS;

/**
 * `peak doctor`: everything that can be wrong, in one table. Changes nothing.
 *
 * @returns whether nothing has failed; warnings are no failure
 */
export async function doctor(context: ProcessContext): Promise<boolean> {
  const config = parseConfig(context.env);
  const { sources, aheadMs } = await examineAll(config, context.stop);
  const findings: CheckResult[] = [
    { what: "settings", state: "ok", detail: `${config.http.host}:${config.http.port}, data in ${dataPlace(config)}` },
    await databaseFinding(config),
    clockFinding(aheadMs),
    supplyFinding(),
    ...sources.map(
      ({ source, state, findings }): CheckResult => ({ what: source, state, detail: findings.join("; ") }),
    ),
    ...[...config.upstreams.disabled].map(
      (source): CheckResult => ({ what: source, state: "ok", detail: "switched off by UPSTREAMS_DISABLED" }),
    ),
  ];
  for (const { what, state, detail } of findings) {
    context.out(`${what.padEnd(16)}${state.padEnd(10)}${detail}\n`);
  }
  return findings.every((each) => each.state !== "failed");
}

function dataPlace({ dataDir, databaseUrl }: Config): string {
  return databaseUrl === undefined ? dataDir : `PostgreSQL on ${databaseUrl.host}`;
}

async function databaseFinding(config: Config): Promise<CheckResult> {
  const what = "database";
  try {
    const stores = await openForReading(config);
    if (stores === undefined) return { what, state: "warning", detail: "none yet: `peak serve` makes it" };
    const day = await stores.days.lastClosedDay();
    const score = await stores.scores.newest();
    await stores.close();
    const closed = day === undefined ? "no closed day yet" : `closed up to ${formatDay(day)}`;
    const scored = score === undefined ? "no score yet" : `last score ${formatInstant(score.computedAt)}`;
    return { what, state: day === undefined ? "warning" : "ok", detail: `${closed}, ${scored}` };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { what, state: "failed", detail: error.message };
  }
}

/** By the `Date` of every answer: with a clock that is far off, no live price is believed, but answers still come. */
function clockFinding(aheadMs: readonly number[]): CheckResult {
  const what = "clock";
  const median = aheadMs.toSorted((a, b) => a - b)[Math.floor(aheadMs.length / 2)];
  if (median === undefined) return { what, state: "warning", detail: "no source to compare with" };
  const seconds = Math.round(Math.abs(median) / SECOND_MS);
  const detail = `${seconds} s ${median < 0 ? "behind" : "ahead of"} the clocks of the sources`;
  if (Math.abs(median) <= SKEW_MS) return { what, state: "ok", detail };
  return { what, state: "failed", detail: `${detail}: set the clock of this machine, live prices are refused else` };
}

function supplyFinding(): CheckResult {
  const year = yearOf(dayOf(systemClock.now()));
  const isOld = LAST_SUPPLY_YEAR < year;
  const detail = `circulating supplies up to ${LAST_SUPPLY_YEAR}${isOld ? `: the row of ${year} is missing, the last one is used` : ""}`;
  return { what: "supply table", state: isOld ? "warning" : "ok", detail };
}

/** What all sources said. */
interface Examined {
  readonly sources: readonly Examination[];
  /** How far our clock was ahead of theirs, to the second: one figure an answer, usable or not. */
  readonly aheadMs: readonly number[];
}

/** Asks every source that is not switched off, all at the same time. */
async function examineAll(config: Config, signal: AbortSignal): Promise<Examined> {
  const aheadMs: number[] = [];
  const deps = {
    clock: systemClock,
    log: silentLog,
    onTime: ({ to }: StatedTime) => void aheadMs.push(systemClock.now() - to),
  };
  const upstreams = openUpstreams(config, deps, () => 1);
  const sources = await Promise.all(upstreams.map((each) => examineUpstream(each, systemClock, signal)));
  return { sources, aheadMs };
}
