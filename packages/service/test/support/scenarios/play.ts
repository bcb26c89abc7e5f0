/** Plays a scenario with the real jobs in simulated time, and compares every frozen row with the undistorted one. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addDays,
  DAY_MS,
  formatDay,
  HOUR_MS,
  type Instant,
  instantOf,
  MINUTE_MS,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";
import { type Bend, startSimulator } from "peak-cycle-simulator";
import { type HistoryRow, newestRowDay, rowInstant } from "../../../src/domain/history.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { storedDays } from "../sample-ledger.js";
import { SimulatedLife } from "../simulated-life.js";
import { storePast } from "../simulated-past.js";
import { writePastKey } from "../test-signer.js";
import { LATEST_H, RIGHT_WITHIN, type Scenario } from "./scenario.js";
import { type Known, type UndistortedRow, undistortedRows } from "./undistorted.js";

/** What is wrong with one row or with the whole scenario. */
export interface Violation {
  /** The day of the row; `undefined` if it is not about a single row. */
  readonly day: UtcDay | undefined;
  readonly what: string;
}

/** Where the past of running scenarios ends: they begin here or later. */
const GROWN_AT = "2026-11-19T12:00:00Z";

/** The days before it that the jobs close themselves, so that the sources' figures for these days are stored. */
const CLOSED_BY_JOBS_DAYS = 10;

/** The first day for which any source has a price at 06:00 UTC. */
const FIRST_CANDLE = utcDay("2011-08-19");

const grownDay = newestRowDay(instantOf(GROWN_AT));

/** No source has the dominance of past days; a service knows it from its first running day on. */
const KNOWN: Record<Scenario["kind"], (scenario: Scenario) => Known> = {
  running: () => ({
    withoutDominance: [addDays(grownDay, -CLOSED_BY_JOBS_DAYS), addDays(grownDay, -2)],
    firstCandle: FIRST_CANDLE,
  }),
  "first start": ({ from }) => ({
    withoutDominance: [0 as UtcDay, addDays(newestRowDay(instantOf(from)), -1)],
    firstCandle: FIRST_CANDLE,
  }),
};

/** Creates a folder with the past of an installation that has long been running, up to `GROWN_AT`. */
export async function growPast(folder: string): Promise<void> {
  const { db, close } = await openSqlite(folder);
  await storePast(db, Date.parse(GROWN_AT) - CLOSED_BY_JOBS_DAYS * DAY_MS);
  await close();
  writePastKey(join(folder, "signing-key.pem"));
  const lastDayFrom = new Date(Date.parse(GROWN_AT) - DAY_MS).toISOString();
  const { life, end } = await begin({ name: "grown", kind: "running", from: lastDayFrom, to: GROWN_AT }, folder);
  try {
    await new Timetable(life).run(Date.parse(lastDayFrom), Date.parse(GROWN_AT), []);
  } finally {
    await end();
  }
}

/**
 * Plays a scenario.
 *
 * @param past a folder made by `growPast`; it is not changed
 * @returns the violated rules
 */
export async function play(scenario: Scenario, past: string): Promise<readonly Violation[]> {
  const folder = mkdtempSync(join(tmpdir(), "peak-scenario-"));
  if (scenario.kind === "running") cpSync(past, folder, { recursive: true });
  const { life, simulator, end } = await begin(scenario, folder);
  try {
    const { bends = [], events = [] } = scenario;
    const stated = typeof bends === "function" ? bends(life) : bends;
    simulator.market.add(...events);
    simulator.bends.add(...stated);
    const timetable = new Timetable(life);
    const [from, to] = [Date.parse(scenario.from), Date.parse(scenario.to)];
    const begun = scenario.kind === "running" ? from : await timetable.firstFetch(from, to);
    const busy = [...events.map(({ at }) => at), ...stated.flatMap(({ from: at }) => at ?? [])].map((at) =>
      Date.parse(at),
    );
    if (begun !== undefined) await timetable.run(begun, to, busy);
    return await judge(scenario, life, timetable, stated);
  } finally {
    await end();
    rmSync(folder, { recursive: true });
  }
}

async function begin(scenario: Scenario, folder: string) {
  const simulator = await startSimulator({ at: scenario.from, fixed: true });
  const life = new SimulatedLife(simulator, { DATA_DIR: folder, ...scenario.settings });
  await life.start();
  const end = async () => {
    await life.close();
    await simulator.close();
  };
  return { life, simulator, end };
}

/**
 * The service's own timetable in market time, with two exceptions: the price is requested every ten minutes or half
 * hour instead of every 45 s, and days without events have no scores.
 */
class Timetable {
  readonly #life: SimulatedLife;
  /** When each row was first seen. */
  readonly seenAt = new Map<UtcDay, number>();
  /** What a first start last waited for; `undefined` once it was done. */
  waitsFor: string | undefined;
  /** The largest difference between the shown price and the market's, as a share. */
  furthestShown = 0;

  constructor(life: SimulatedLife) {
    this.#life = life;
  }

  /** @returns when it was done; `undefined` if it was not by `to` */
  async firstFetch(from: number, to: number): Promise<number | undefined> {
    let pauseMs = FIRST_RETRY_MS;
    for (let at = from; at <= to; at += pauseMs) {
      this.#life.moveTo(iso(at));
      const [reason] = await this.#life.attempt("firstFetch");
      this.waitsFor = reason;
      if (reason === undefined) {
        this.#see(at);
        return at;
      }
      pauseMs = Math.min(2 * pauseMs, HOUR_MS);
    }
    return undefined;
  }

  /** @param busy around these instants, ms since 1970, the price is requested every minute */
  async run(from: number, to: number, busy: readonly number[]): Promise<void> {
    const isNear = (at: number, forMs: number) => busy.some((each) => at >= each - MINUTE_MS && at <= each + forMs);
    for (let at = Math.ceil(from / MINUTE_MS) * MINUTE_MS; at <= to; at += MINUTE_MS) {
      const [hour, minute] = [Math.floor(at / HOUR_MS) % 24, (at / MINUTE_MS) % 60];
      const isDense = DENSE_HOURS.includes(hour);
      const isPolled = minute % (isDense ? 10 : 30) === 0;
      const isScored = minute === SCORE_MINUTE && (isDense || hour % 3 === 0 || isNear(at, DAY_MS));
      if (!isPolled && !isScored && !isNear(at, BUSY_MS)) continue;
      this.#life.moveTo(iso(at));
      await this.#life.attempt("pollPrice");
      if (isScored) await this.#life.attempt("hourlyScore");
      if (isPolled) await this.#life.attempt("closeDays");
      this.#see(at);
    }
  }

  #see(at: number): void {
    for (const { day } of this.#life.published.history.get()?.rows ?? []) {
      if (!this.seenAt.has(day)) this.seenAt.set(day, at);
    }
    const { market } = this.#life.simulator;
    const shown = this.#life.published.now.get().market.btcPrice;
    if (shown === undefined || at - shown.observedAt > MINUTE_MS) return; // an old price is shown as such
    this.furthestShown = Math.max(this.furthestShown, Math.abs(shown.value / market.priceAt("btc", at) - 1));
  }
}

/** The hours around the end of a day and its closing: prices of the ten minutes before an instant are kept for it. */
const DENSE_HOURS = [23, 0, 5, 6, 7];
const SCORE_MINUTE = 7;

/** A first fetch that waits for a source is retried after this time, then after twice as long, at most an hour. */
const FIRST_RETRY_MS = 4 * MINUTE_MS;

/** How long the price is requested every minute after an event. */
const BUSY_MS = 15 * MINUTE_MS;

/** A frozen price may differ from the market's by this share; sources differ by less. */
const PRICE_WITHIN = 0.012;

/** The crypto score is stored with one decimal. */
const ROUNDED_BY = 0.05;

async function judge(
  scenario: Scenario,
  life: SimulatedLife,
  timetable: Timetable,
  bends: readonly Bend[],
): Promise<readonly Violation[]> {
  const { allows = {}, kind } = scenario;
  const from = kind === "running" ? addDays(grownDay, 1) : utcDay("2012-07-16");
  const found = [...rowViolations(scenario, life, timetable, from)];
  for (const { day, price } of await storedDays(life.db)) {
    if (day >= addDays(from, -1) && price === undefined) found.push({ day, what: "frozen as a gap" });
  }
  if (timetable.furthestShown > (allows.shownWithin ?? Number.POSITIVE_INFINITY)) {
    found.push({ day: undefined, what: `a price ${percent(timetable.furthestShown)} off was shown` });
  }
  if (allows.isUnlogged === undefined) found.push(...silences(life, bends));
  for (const source of allows.waitsFor ?? []) {
    const isTold = timetable.waitsFor?.includes(`${source} (unreachable since `) === true;
    if (!isTold || timetable.waitsFor?.includes("UPSTREAMS_DISABLED") !== true) {
      found.push({ day: undefined, what: `no message says that ${source} is awaited: ${timetable.waitsFor}` });
    }
  }
  for (const unused of life.simulator.bends.unused()) {
    found.push({ day: undefined, what: `the scenario never uses ${JSON.stringify(unused)}` });
  }
  return found;
}

/** @param from the first row that is checked */
function rowViolations(
  scenario: Scenario,
  { published, simulator }: SimulatedLife,
  { seenAt }: Timetable,
  from: UtcDay,
): readonly Violation[] {
  const { allows = {}, kind, to } = scenario;
  const toMs = Date.parse(to);
  const rows = new Map((published.history.get()?.rows ?? []).map((row) => [row.day, row]));
  const truth = undistortedRows(simulator.market, KNOWN[kind](scenario), from, newestRowDay(toMs as Instant));
  const openFrom = allows.openFrom === undefined ? Number.POSITIVE_INFINITY : utcDay(allows.openFrom);
  return truth.flatMap((right): readonly Violation[] => {
    const { day } = right;
    const row = rows.get(day);
    const due = Math.max(rowInstant(day), Date.parse(allows.waitsUntil ?? scenario.from));
    const lateH = ((seenAt.get(day) ?? toMs) - due) / HOUR_MS;
    const late = lateH > LATEST_H && day < openFrom ? [{ day, what: `${Math.round(lateH)} h late` }] : [];
    if (row !== undefined) return [...late, ...differences(row, right, scenario)];
    const mustBeThere = kind === "first start" && day < openFrom;
    return mustBeThere ? [{ day, what: `missing at ${to}` }] : late;
  });
}

function differences(row: HistoryRow, right: UndistortedRow, { allows = {} }: Scenario): readonly Violation[] {
  const { points = RIGHT_WITHIN } = allows;
  const { day } = row;
  const found: string[] = [];
  const told = (value: number | undefined) => value?.toFixed(2);
  if (!(Math.abs(row.raw - right.raw) <= points)) found.push(`${told(row.raw)} instead of ${told(right.raw)}`);
  const off = row.btcPriceUsd / right.btcPriceUsd - 1;
  if (Math.abs(off) > Math.max(PRICE_WITHIN, points === RIGHT_WITHIN ? 0 : points / 10)) {
    found.push(`price of ${row.priceSource} ${percent(off)} off`);
  }
  if (allows.isWithoutCrypto === undefined && right.crypto !== undefined) {
    const isRight = Math.abs((row.crypto?.score ?? Number.NaN) - right.crypto) <= points + ROUNDED_BY;
    if (!isRight) found.push(`crypto ${told(row.crypto?.score)} instead of ${told(right.crypto)}`);
  }
  return found.map((what) => ({ day, what }));
}

/** Sources that reported wrong figures without any warning. */
function silences({ log }: SimulatedLife, bends: readonly Bend[]): readonly Violation[] {
  const warnings = log.lines.filter(({ level }) => level === "warn" || level === "error");
  const texts = warnings.map(({ facts, sentence }) => `${sentence} ${JSON.stringify(facts)}`);
  const liars = new Set(bends.filter(isLie).map(({ source }) => source));
  return [...liars]
    .filter((source) => !texts.some((text) => text.includes(source)))
    .map((source) => ({ day: undefined, what: `no warning names ${source}` }));
}

/** Whether a source reports something wrong, rather than nothing. */
function isLie(bend: Bend): boolean {
  const isSilent = "stuck" in bend && bend.stuck === "time" && bend.figure !== "live";
  return !(isSilent || "gone" in bend || "missing" in bend || "lateMs" in bend || "scatter" in bend);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** For a log or a failed test: one line per violation. */
export function told({ day, what }: Violation): string {
  return day === undefined ? what : `${formatDay(day)}: ${what}`;
}
