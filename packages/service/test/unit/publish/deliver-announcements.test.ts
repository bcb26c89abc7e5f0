import { DAY_MS, HOUR_MS, type Instant, plus, SECOND_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import type { AnnouncementMessage } from "../../../src/domain/announcement.js";
import { PublishingHeldError, StorageError } from "../../../src/domain/errors.js";
import type { AnnouncementReceiver, PostResult } from "../../../src/publish/announcement-receiver.js";
import { deliverAnnouncements } from "../../../src/publish/deliver-announcements.js";
import type { DeliveryStore } from "../../../src/storage/delivery-store.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempFolder, tempSqliteStores } from "../../support/temp-sqlite.js";

const START = "2026-11-21T06:00:00Z";
const STARTED = Date.parse(START) as Instant;
const never = new AbortController().signal;
const noHolds = { check: () => {} };
const FAILED: PostResult = { result: "failed", fault: "status 500", retryAfterMs: 0 };

/** A message `hours` after the start. */
function message(id: string, hours: number): AnnouncementMessage {
  return { id, at: plus(STARTED, hours * HOUR_MS), body: `{"about":"${id}"}` };
}

interface FakeReceiver extends AnnouncementReceiver {
  /** Ids of what was posted, oldest first. */
  readonly posted: string[];
  answers(result: PostResult): void;
}

function fakeReceiver(id = "a"): FakeReceiver {
  const posted: string[] = [];
  let result: PostResult = { result: "accepted" };
  return {
    id,
    host: `${id}.example`,
    posted,
    answers(next) {
      result = next;
    },
    async post(message) {
      posted.push(message.id);
      return result;
    },
  };
}

/** A service whose announcements a test adds to; `old` was announced 10 hours before it began. */
function service(deliveries: DeliveryStore) {
  const clock = fakeClock(START);
  const log = quietLog();
  const messages = [message("old", -10)];
  const counts: string[] = [];
  const posted = (receiver: string, outcome: string) => void counts.push(`${receiver} ${outcome}`);
  const deps = {
    clock,
    log,
    random: () => 0,
    deliveries,
    unrecorded: new Map(),
    messages: () => messages,
    checkPublishing: noHolds.check,
    meters: { posted },
  };
  const run = (receiver: AnnouncementReceiver) => deliverAnnouncements(deps, receiver, never);
  /** Runs every ten seconds for a while, as the timetable does. */
  const runFor = async (receiver: AnnouncementReceiver, ms: number, everyMs = 10 * SECOND_MS) => {
    for (let left = ms; left > 0; left -= everyMs) {
      await run(receiver);
      await clock.advance(everyMs);
    }
  };
  return { clock, log, messages, counts, deps, run, runFor };
}

test("what was announced before a receiver was added is never sent, what comes later once, in its order", async () => {
  const { deliveries } = await tempSqliteStores();
  const { messages, run, clock, counts } = service(deliveries);
  const receiver = fakeReceiver();
  await run(receiver);
  messages.push(message("first", 1), message("second", 1));
  await clock.advance(HOUR_MS);
  await run(receiver);
  messages.push(message("third", 2));
  for (let i = 0; i < 3; i++) await run(receiver);
  expect(receiver.posted).toEqual(["first", "second", "third"]);
  expect(counts).toEqual(Array(3).fill("a.example accepted"));
});

test("what is announced late is sent, what becomes known of the far past is not", async () => {
  const { deliveries } = await tempSqliteStores();
  const { messages, run } = service(deliveries);
  const receiver = fakeReceiver();
  await run(receiver);
  messages.unshift(message("from years ago", -20_000), message("a flag of this morning", -1));
  await run(receiver);
  expect(receiver.posted).toEqual(["a flag of this morning"]);
});

test("nothing is known to be old, and nothing sent, before the announcements are there", async () => {
  const { deliveries } = await tempSqliteStores();
  const { deps, messages } = service(deliveries);
  const receiver = fakeReceiver();
  await deliverAnnouncements({ ...deps, messages: () => undefined }, receiver, never);
  expect(await deliveries.state(receiver.id)).toBeUndefined();
  messages.push(message("before the first look", 0));
  await deliverAnnouncements(deps, receiver, never);
  await deliverAnnouncements(deps, receiver, never);
  expect(receiver.posted).toEqual([]);
});

test("a failed message is tried ten times in some three days and then given up; the next one waits for that", async () => {
  const { deliveries } = await tempSqliteStores();
  const { messages, run, runFor, clock, log, counts } = service(deliveries);
  const receiver = fakeReceiver();
  await run(receiver);
  receiver.answers(FAILED);
  messages.push(message("lost", 0), message("kept", 0));
  await runFor(receiver, 3 * SECOND_MS * 60);
  expect(receiver.posted).toEqual(["lost", "lost"]);
  await runFor(receiver, 3 * DAY_MS, 5 * 60 * SECOND_MS);
  expect(receiver.posted).toEqual(Array(9).fill("lost"));
  receiver.answers({ ...FAILED });
  await runFor(receiver, DAY_MS / 4, 5 * 60 * SECOND_MS);
  expect(receiver.posted.slice(9, 11)).toEqual(["lost", "kept"]);
  receiver.answers({ result: "accepted" });
  await clock.advance(DAY_MS);
  await run(receiver);
  expect(receiver.posted.at(-1)).toBe("kept");
  const { messages: [kept, lost] = [] } = (await deliveries.last(receiver.id, 2)) ?? {};
  expect(lost).toMatchObject({ message: "lost", outcome: "given-up", attempts: 10, fault: "status 500" });
  expect(kept).toMatchObject({ message: "kept", outcome: "delivered", fault: null, at: clock.now() });
  expect(counts.filter((each) => each !== "a.example failed")).toEqual(["a.example given_up", "a.example accepted"]);
  expect(log.lines.filter(({ level }) => level === "error").map(({ sentence }) => sentence)).toEqual([
    "an announcement is given up",
  ]);
});

test("a receiver that asks to be left alone for longer is left alone for longer", async () => {
  const { deliveries } = await tempSqliteStores();
  const { messages, run, runFor } = service(deliveries);
  const receiver = fakeReceiver();
  await run(receiver);
  receiver.answers({ ...FAILED, retryAfterMs: HOUR_MS });
  messages.push(message("later", 0));
  await runFor(receiver, HOUR_MS, 60 * SECOND_MS);
  expect(receiver.posted).toHaveLength(1);
  await run(receiver);
  expect(receiver.posted).toHaveLength(2);
});

test("after a 410 a receiver gets nothing more, until it was taken out of the settings and is put in again", async () => {
  const { deliveries } = await tempSqliteStores();
  const { messages, run, runFor, clock } = service(deliveries);
  const receiver = fakeReceiver();
  await run(receiver);
  receiver.answers({ result: "gone" });
  messages.push(message("unwanted", 0), message("unwanted too", 0));
  await runFor(receiver, DAY_MS, HOUR_MS);
  expect(receiver.posted).toEqual(["unwanted"]);
  await deliveries.keepOnly([receiver.id, "another"]);
  await run(receiver);
  expect(receiver.posted).toEqual(["unwanted"]);
  await deliveries.keepOnly([]);
  receiver.answers({ result: "accepted" });
  await run(receiver);
  messages.push(message("wanted", 24));
  await clock.advance(HOUR_MS);
  await run(receiver);
  expect(receiver.posted).toEqual(["unwanted", "wanted"]);
});

test("a receiver that hangs holds no other up", async () => {
  const { deliveries } = await tempSqliteStores();
  const { messages, run } = service(deliveries);
  const [hanging, other] = [fakeReceiver("hanging"), fakeReceiver("other")];
  await run(hanging);
  await run(other);
  messages.push(message("news", 0));
  let end = (_result: PostResult) => {};
  const held = run({ ...hanging, post: () => new Promise((resolve) => (end = resolve)) });
  await run(other);
  expect(other.posted).toEqual(["news"]);
  end(FAILED);
  await held;
});

test("what has arrived stays so after a restart, and what may not have is sent again with the same id", async () => {
  const folder = tempFolder();
  const receiver = fakeReceiver();
  const first = openStores(await openSqlite(folder));
  const killed = service(first.deliveries);
  await killed.run(receiver);
  killed.messages.push(message("arrived", 0), message("killed", 0));
  // The process ends after the receiver has answered and before that is stored.
  const deliveries: DeliveryStore = {
    ...first.deliveries,
    end: (receiverId, id, ...rest) =>
      id === "killed" ? Promise.reject(new Error("killed")) : first.deliveries.end(receiverId, id, ...rest),
  };
  await expect(deliverAnnouncements({ ...killed.deps, deliveries }, receiver, never)).rejects.toThrow("killed");
  await first.close();
  const second = openStores(await openSqlite(folder));
  const restarted = service(second.deliveries);
  restarted.messages.push(...killed.messages.slice(1));
  await restarted.run(receiver);
  await restarted.run(receiver);
  expect(receiver.posted).toEqual(["arrived", "killed", "killed"]);
  await second.close();
});

test("what cannot be stored of an attempt is not posted again by this process, and is stored once it can be", async () => {
  const { deliveries } = await tempSqliteStores();
  const { deps, messages, run, clock } = service(deliveries);
  const receiver = fakeReceiver();
  await run(receiver);
  messages.push(message("first", 0), message("second", 0));
  let isReadOnly = true;
  const guarded = <Args extends readonly unknown[]>(write: (...args: Args) => Promise<void>) => {
    return (...args: Args) => (isReadOnly ? Promise.reject(new StorageError("permission denied")) : write(...args));
  };
  const { end, postpone, disable } = deliveries;
  const guardedStore = { ...deliveries, end: guarded(end), postpone: guarded(postpone), disable: guarded(disable) };
  const runGuarded = () => deliverAnnouncements({ ...deps, deliveries: guardedStore }, receiver, never);
  receiver.answers(FAILED);
  for (let i = 0; i < 3; i++) await expect(runGuarded()).rejects.toThrow("permission denied");
  expect(receiver.posted).toEqual(["first"]);
  isReadOnly = false;
  await runGuarded(); // stores the failure, and waits
  isReadOnly = true;
  await clock.advance(HOUR_MS);
  receiver.answers({ result: "accepted" });
  for (let i = 0; i < 3; i++) await expect(runGuarded()).rejects.toThrow("permission denied");
  expect(receiver.posted).toEqual(["first", "first"]);
  isReadOnly = false;
  await runGuarded();
  expect(receiver.posted).toEqual(["first", "first", "second"]);
});

test("nothing is posted while publishing is held back", async () => {
  const { deliveries } = await tempSqliteStores();
  const { deps, messages, run } = service(deliveries);
  const receiver = fakeReceiver();
  await run(receiver);
  messages.push(message("doubtful", 0));
  const checkPublishing = () => {
    throw new PublishingHeldError("the clock is wrong");
  };
  await expect(deliverAnnouncements({ ...deps, checkPublishing }, receiver, never)).rejects.toThrow(
    "the clock is wrong",
  );
  expect(receiver.posted).toEqual([]);
});
