import type { Kysely, Transaction } from "kysely";
import type { Instant } from "peak-cycle-model";
import type { AnnouncementMessage } from "../domain/announcement.js";
import { type FencingCheck, type OpenDatabase, storeWriter, withStorageErrors } from "./database.js";
import type { DeliveriesTable, Tables } from "./tables.js";

/**
 * Which announcements each receiver has got, and which it still has to get. Receivers are named by
 * `AnnouncementReceiver.id`.
 */
export function deliveryStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  const update = async (receiver: string, message: string, changes: Partial<DeliveriesTable>): Promise<void> => {
    await write.run("change a delivery", (into) =>
      into
        .updateTable("deliveries")
        .set(changes)
        .where("receiver", "=", receiver)
        .where("message", "=", message)
        .execute(),
    );
  };
  return {
    /**
     * @returns `undefined` for a receiver that was never activated; `known`: the ids of all messages that are stored for
     * it
     */
    state: (receiver: string) => readState(queries, receiver),

    /** Adds a receiver. These messages are older than it, and are never sent. */
    activate: (receiver: string, before: readonly AnnouncementMessage[], at: Instant): Promise<void> =>
      write.transaction("begin with a receiver", async (inside) => {
        await inside.insertInto("receivers").values({ receiver, activatedAt: at, disabledAt: null }).execute();
        await append(inside, { receiver, messages: before, at, ended: { endedAt: at, outcome: "before" } });
      }),

    /** Adds messages behind those that wait, due at once. One that is known stays as it is. */
    queue: (receiver: string, messages: readonly AnnouncementMessage[], at: Instant): Promise<void> =>
      write.locked("queue announcements", (inside) =>
        append(inside, { receiver, messages, at, ended: { endedAt: null, outcome: null } }),
      ),

    next: (receiver: string) => readNext(queries, receiver),
    last: (receiver: string, count: number) => readLast(queries, receiver, count),
    /** The message waits until `dueAt`. */
    postpone: (receiver: string, message: string, failed: FailedAttempt, dueAt: Instant) =>
      update(receiver, message, { ...columnsOf(failed), dueAt }),

    /** The message waits no longer, although it has not arrived. */
    giveUp: (receiver: string, message: string, failed: FailedAttempt) =>
      update(receiver, message, { ...columnsOf(failed), endedAt: failed.at, outcome: "given-up" }),

    /** The message has arrived. */
    end: (receiver: string, message: string, at: Instant) =>
      update(receiver, message, { lastAt: at, lastFault: null, endedAt: at, outcome: "delivered" }),

    /** The receiver gets nothing any more. */
    async disable(receiver: string, at: Instant): Promise<void> {
      await write.run("change a receiver", (into) =>
        into.updateTable("receivers").set({ disabledAt: at }).where("receiver", "=", receiver).execute(),
      );
    },

    /** Forgets all about every receiver but these. */
    async keepOnly(receivers: readonly string[]): Promise<void> {
      const others = (await readReceivers(queries)).filter((each) => !receivers.includes(each));
      if (others.length === 0) return;
      await write.transaction("forget receivers", async (inside) => {
        await inside.deleteFrom("deliveries").where("receiver", "in", others).execute();
        await inside.deleteFrom("receivers").where("receiver", "in", others).execute();
      });
    },
  };
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** An announcement that waits for its next attempt. */
export interface Delivery {
  readonly message: Pick<AnnouncementMessage, "id" | "body">;
  /** How often it has failed. */
  readonly attempts: number;
  readonly dueAt: Instant;
}

/** The last attempt with a message. */
export interface FailedAttempt {
  /** How often it has failed by now. */
  readonly attempts: number;
  readonly at: Instant;
  /** In our own words. */
  readonly fault: string;
}

function columnsOf({ attempts, at, fault }: FailedAttempt): Partial<DeliveriesTable> {
  return { attempts, lastAt: at, lastFault: fault };
}

async function readState(queries: Kysely<Tables>, receiver: string) {
  const row = queries.selectFrom("receivers").select("disabledAt").where("receiver", "=", receiver);
  const found = await withStorageErrors("read a receiver", () => row.executeTakeFirst());
  if (found === undefined) return undefined;
  const rows = queries.selectFrom("deliveries").select("message").where("receiver", "=", receiver);
  const known = await withStorageErrors("read deliveries", () => rows.execute());
  return { isDisabled: found.disabledAt !== null, known: new Set(known.map(({ message }) => message)) };
}

/** The oldest message that waits. */
async function readNext(queries: Kysely<Tables>, receiver: string): Promise<Delivery | undefined> {
  const waiting = queries
    .selectFrom("deliveries")
    .select(["message", "body", "attempts", "dueAt"])
    .where("receiver", "=", receiver)
    .where("endedAt", "is", null)
    .orderBy("position")
    .limit(1);
  const row = await withStorageErrors("read deliveries", () => waiting.executeTakeFirst());
  return row && { message: { id: row.message, body: row.body }, attempts: row.attempts, dueAt: row.dueAt };
}

/** How a receiver stands, and its newest messages without those from before it was added; `undefined` for one that is not known. */
async function readLast(queries: Kysely<Tables>, receiver: string, count: number) {
  const state = await readState(queries, receiver);
  if (state === undefined) return undefined;
  const own = queries
    .selectFrom("deliveries")
    .where("receiver", "=", receiver)
    .where((row) => row.or([row("outcome", "is", null), row("outcome", "!=", "before")]));
  const newest = own
    .select(["message", "attempts", "outcome", "endedAt", "dueAt", "lastAt as at", "lastFault as fault"])
    .orderBy("position", "desc")
    .limit(count);
  const waiting = own.where("endedAt", "is", null).select(({ fn }) => fn.countAll().as("count"));
  return withStorageErrors("read deliveries", async () => ({
    isDisabled: state.isDisabled,
    waiting: Number((await waiting.executeTakeFirst())?.count ?? 0),
    messages: await newest.execute(),
  }));
}

async function readReceivers(queries: Kysely<Tables>): Promise<readonly string[]> {
  const query = queries.selectFrom("receivers").select("receiver");
  return (await withStorageErrors("read receivers", () => query.execute())).map(({ receiver }) => receiver);
}

interface Appended {
  readonly receiver: string;
  readonly messages: readonly AnnouncementMessage[];
  readonly at: Instant;
  readonly ended: Pick<DeliveriesTable, "endedAt" | "outcome">;
}

/** Adds messages after the last one. One that is stored already stays as it is. */
async function append(inside: Transaction<Tables>, { receiver, messages, at, ended }: Appended): Promise<void> {
  if (messages.length === 0) return;
  const last = inside.selectFrom("deliveries").select(({ fn }) => fn.max("position").as("position"));
  const { position } = (await last.where("receiver", "=", receiver).executeTakeFirst()) ?? {};
  const rows = messages.map(({ id, body }, i) => ({
    receiver,
    message: id,
    position: (position ?? -1) + 1 + i,
    body,
    attempts: 0,
    dueAt: at,
    ...ended,
  }));
  const added = inside.insertInto("deliveries").values(rows);
  await added.onConflict((conflict) => conflict.columns(["receiver", "message"]).doNothing()).execute();
}
