import { DAY_MS, HOUR_MS, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import type { AnnouncementMessage } from "../domain/announcement.js";
import type { PublishingCheck } from "../history/publishing-holds.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Delivery, DeliveryStore } from "../storage/delivery-store.js";
import type { AnnouncementReceiver } from "./announcement-receiver.js";

/**
 * Posts what a receiver has not got yet, one message after the other: each waits until the one before has arrived or is
 * given up. That a message has arrived is stored afterwards, so each arrives at least once.
 *
 * @throws PublishingHeldError while publishing is held back
 */
export async function deliverAnnouncements(
  deps: DeliveryDeps,
  receiver: AnnouncementReceiver,
  signal: AbortSignal,
): Promise<void> {
  deps.checkPublishing();
  if (!(await queueNews(deps, receiver))) return;
  for (let isGoingOn = true; isGoingOn; ) {
    const next = await deps.deliveries.next(receiver.id);
    const unrecorded = next && deps.unrecorded.get(keyOf(receiver, next));
    if (unrecorded !== undefined) await unrecorded();
    else
      isGoingOn = next !== undefined && next.dueAt <= deps.clock.now() && (await attempt(deps, receiver, next, signal));
  }
}

/**
 * Waits after each failed attempt: ten attempts in some 76 hours, after which a message is given up. The schedule that
 * Standard Webhooks recommends, but for its second wait of 5 s.
 */
const RETRY_WAITS_MS = [
  10 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Each wait is longer by up to this share, at random: receivers that failed together are not all asked together again. */
const JITTER = 0.1;

/**
 * An announcement that is older when it is first seen is not posted: adding a receiver, a new record and a restore send
 * nothing of the past. A flag is announced up to a day after its time.
 */
const NEWS_MS = 14 * DAY_MS;

interface DeliveryDeps extends PublishingCheck {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
  readonly deliveries: DeliveryStore;
  /**
   * What came of attempts and could not be stored, as the writes that are still due: while a table cannot be changed, no
   * message is posted again for want of it. Kept for as long as the process.
   */
  readonly unrecorded: Map<string, () => Promise<void>>;
  /** Everything that was announced, oldest first; `undefined` before it is known. */
  readonly messages: () => readonly AnnouncementMessage[] | undefined;
  readonly meters?: Pick<Meters, "posted"> | undefined;
}

/** @returns false when nothing is to be posted: before there is anything, at the first sight of a receiver, after its 410 */
async function queueNews(
  { clock, log, deliveries, messages }: DeliveryDeps,
  { id, host }: AnnouncementReceiver,
): Promise<boolean> {
  const now = clock.now();
  const recent = messages()?.filter(({ at }) => at > now - NEWS_MS);
  if (recent === undefined) return false;
  const state = await deliveries.state(id);
  if (state === undefined) {
    await deliveries.activate(id, recent, now);
    log.info({ receiver: host }, "announcements are posted from here on");
    return false;
  }
  if (state.isDisabled) return false;
  const fresh = recent.filter((message) => !state.known.has(message.id));
  if (fresh.length > 0) await deliveries.queue(id, fresh, now);
  return true;
}

function keyOf({ id }: AnnouncementReceiver, { message }: Delivery): string {
  return `${id} ${message.id}`;
}

/** @returns whether the next message may follow */
async function attempt(
  deps: DeliveryDeps,
  receiver: AnnouncementReceiver,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, log, deliveries, unrecorded, meters } = deps;
  const { message, attempts } = delivery;
  const { id, host } = receiver;
  const posted = await receiver.post(message, signal);
  const record = async (write: () => Promise<void>): Promise<void> => {
    const key = keyOf(receiver, delivery);
    const writeOnce = async () => {
      await write();
      unrecorded.delete(key);
    };
    unrecorded.set(key, writeOnce);
    await writeOnce();
  };
  const facts = { receiver: host, message: message.id, attempts: attempts + 1 };
  if (posted.result === "accepted") {
    meters?.posted(host, "accepted");
    log.info(facts, "an announcement was delivered");
    await record(() => deliveries.end(id, message.id, clock.now()));
    return true;
  }
  if (posted.result === "gone") {
    meters?.posted(host, "gone");
    log.warn(facts, "a receiver wants no more announcements");
    await record(() => deliveries.disable(id, clock.now()));
    return false;
  }
  meters?.posted(host, "failed");
  const failed = { attempts: attempts + 1, at: clock.now(), fault: posted.fault };
  const waitMs = RETRY_WAITS_MS[attempts];
  if (waitMs === undefined) {
    meters?.posted(host, "given_up");
    log.error({ ...facts, fault: posted.fault }, "an announcement is given up");
    await record(() => deliveries.giveUp(id, message.id, failed));
    return true;
  }
  const retryMs = Math.round(Math.max(waitMs * (1 + JITTER * deps.random()), posted.retryAfterMs));
  const dueAt = plus(failed.at, retryMs);
  log.warn({ ...facts, fault: posted.fault, retryMs }, "an announcement was not delivered");
  await record(() => deliveries.postpone(id, message.id, failed, dueAt));
  return false;
}
