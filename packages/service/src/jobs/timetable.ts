/** When each job of a leader runs. */

import { DAY_MS, HOUR_MS, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import { CLOSE_MS } from "../domain/history.js";
import type { Published } from "../published/published.js";
import { EARLIEST_MINUTE, type Leader } from "./leader.js";
import { nextAfter, type Scheduler } from "./schedule.js";

/** Time between two price requests; even with the slowest allowed response the price stays well under 90 s old. */
const PRICE_EVERY_MS = 40 * SECOND_MS;
const PRICE_JITTER_MS = 10 * SECOND_MS;

/** The hourly score starts at a random second of its minute, so that installations do not all send requests at once. */
const HOURLY_JITTER_MS = 50 * SECOND_MS;

/**
 * All the work of a leader until its term ends. The price starts immediately and continues throughout. The first fetch
 * follows if it is due, then anything missed during downtime, then the timetable.
 */
export async function runTimetable(scheduler: Scheduler, leader: Leader, published: Published): Promise<void> {
  await scheduler.runUntilDone(leader.readLedger);
  const { minute = EARLIEST_MINUTE } = published.now.get();
  const poll = scheduler.keepRunning(leader.pollPrice, (at) =>
    plus(at, PRICE_EVERY_MS + Math.random() * PRICE_JITTER_MS),
  );
  const others = async (): Promise<void> => {
    await scheduler.runUntilDone(leader.firstFetch);
    const score = scheduler.keepRunning(leader.hourlyScore, (at) =>
      plus(nextAfter(at, HOUR_MS, minute * MINUTE_MS), Math.random() * HOURLY_JITTER_MS),
    );
    const close = scheduler.keepRunning(
      leader.closeDays,
      (at) => nextAfter(at, DAY_MS, CLOSE_MS), // usually everything needed has been collected by then
    );
    await Promise.all([score, close]);
  };
  await Promise.all([poll, others()]);
}
