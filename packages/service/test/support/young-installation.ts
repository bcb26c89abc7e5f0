/** An installation during its first days. */
import { addDays, FIRST_DAY, type Instant, startOf, type UtcDay } from "peak-cycle-model";
import type { ClosedDay } from "../../src/domain/closed-day.js";
import type { Metric, Observation } from "../../src/domain/observation.js";
import { Collector } from "../../src/jobs/collector.js";
import type { JobContext } from "../../src/jobs/job-context.js";
import { openLeader } from "../../src/jobs/leader.js";
import { LiveMarket } from "../../src/jobs/live-market.js";
import { PublishingGate } from "../../src/jobs/publishing-gate.js";
import { runJob } from "../../src/jobs/schedule.js";
import { SourceHealthWriter } from "../../src/jobs/source-health.js";
import type { LedgerHistory } from "../../src/ledger/ledger-history.js";
import { Meters } from "../../src/metrics/meters.js";
import { Published } from "../../src/published/published.js";
import type { Source } from "../../src/sources/source.js";
import { openSources } from "../../src/sources/sources.js";
import { fakeClock } from "./fake-clock.js";
import { fakeSource, NO_SETTINGS } from "./fake-source.js";
import { quietLog } from "./quiet-log.js";
import { appendDays } from "./sample-ledger.js";
import { tempDatabase } from "./temp-sqlite.js";
import { testSigner } from "./test-signer.js";

const never = new AbortController().signal;

/** A price that swings slowly around 100 USD, the same for every source. */
export function slowPrice(at: number): number {
  return 100 * Math.exp(0.8 * Math.sin(at / 86_400_000 / 90));
}

/** One past day as frozen by an installation. */
function pastDay(day: UtcDay): ClosedDay {
  const price = slowPrice(startOf(addDays(day, 1)));
  const mvrv = price / 90;
  return { day, closedAt: startOf(day), price, mvrv, fearGreed: 50, dominance: 60, majors: {}, sources: {} };
}

export function observation(metric: Metric, source: string, at: number, value: number): Observation {
  return { metric, source, observedAt: at as Instant, fetchedAt: at as Instant, value };
}

/**
 * An installation with closed days from 2010-07-18 up to and including a day, on a real database, with a clock set by
 * the test. With more than 730 days it has scores.
 */
export async function youngInstallation(closedUpTo: UtcDay, now: string, sources: readonly Source[]) {
  const db = await tempDatabase();
  const days = Array.from({ length: closedUpTo - FIRST_DAY + 1 }, (_, row) => pastDay(addDays(FIRST_DAY, row)));
  const signer = testSigner();
  const history = await appendDays(db, days, [], signer);
  const clock = fakeClock(now);
  const published = new Published();
  const log = quietLog();
  const gate = new PublishingGate(clock, log, published);
  const context: JobContext = { clock, log, db, published, gate, history, signer };
  const meters = new Meters(clock, { version: "0", model_version: "0", role: "all" });
  const leader = openLeader(context, NO_SETTINGS, meters, sources);
  // Two sources that only confirm the clock, so that no source of a test is queried for its time.
  const clocks = ["kraken", "bitstamp"].map((name) => fakeSource(name, () => []));
  gate.compareClockWith(openSources(NO_SETTINGS, clock, log, undefined, clocks));
  const closeDays = () => runJob(gate, leader.closeDays, never);
  const opened = openSources(NO_SETTINGS, clock, log, new SourceHealthWriter(db, published), sources);
  const collector = new Collector(clock, db, opened);
  /** The live figures of a new term. @param closed the closed days that it knows */
  const newTerm = (closed: LedgerHistory = history) => new LiveMarket({ ...context, history: closed }, opened);
  return { closeDays, collector, newTerm, clock, log, db, signer, history, published, context, gate, meters };
}
