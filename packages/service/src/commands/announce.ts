/**
 * `peak announce`: hands the new entries of the site's feed to one receiver, such as an ntfy topic or a Telegram
 * channel, at least once each. With the first signed day of a month it also sends the position and hash of the ledger,
 * so that a third party has a copy. A timer runs it; it stores nothing about readers.
 */

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FetchFault, getText, statusFault } from "peak-cycle-verify";
import * as z from "zod";
import { ConfigError, errorCode, ServiceError, StorageError } from "../domain/errors.js";
import { oneOf, parseOrThrow, webAddress } from "../domain/typed-text.js";
import { makeFolder, systemReason, writeWholeFile } from "../platform/file-system.js";
import { parseConfig } from "../settings/settings.js";
import { USER_AGENT } from "../version.js";
import { CHANNELS, type Channel, checkReceiver, type Message, postOf } from "./announce-channels.js";
import { PostError, post } from "./post.js";
import type { ProcessContext } from "./process-context.js";

/** Options as given on the command line. */
interface AnnounceOptions {
  readonly as: string;
  readonly url?: string | undefined;
}

/**
 * The first run only records the existing entries. A message is recorded as sent after the receiver's 2xx and before
 * the next message. So a killed run loses nothing, and the next run repeats at most one message.
 *
 * @throws AnnounceError if the site or the receiver does not respond; the next run continues from there
 */
export async function announce(context: ProcessContext, options: AnnounceOptions): Promise<void> {
  const channel = parseOrThrow("--as", oneOf(CHANNELS), options.as);
  const { announceUrl: receiver, dataDir, http } = parseConfig(context.env);
  if (receiver === undefined) throw new ConfigError(["ANNOUNCE_URL must be set to the receiver's address"]);
  checkReceiver(channel, receiver);
  const site = options.url === undefined ? http.baseUrl : parseOrThrow("--url", webAddress, options.url);
  const file = join(dataDir, `announced-${channel}.json`);

  const record = await readRecord(file);
  const feed = await readSite(site, "/feed.json", Feed, context.stop);
  const proof = await readSite(site, "/api/public/nhci/proof", Proof, context.stop);
  const ids = feed.items.map(({ id }) => id);
  if (record?.feed !== feed.feed_url) {
    await writeRecord(file, { format: FORMAT, feed: feed.feed_url, ids, proof_month: monthOf(proof) });
    context.out(
      `first run for ${feed.feed_url}: ${ids.length} existing entries recorded; only later ones will be sent\n`,
    );
    return;
  }

  const messages = newMessages(feed, proof, record);
  if (messages.length === 0) {
    context.out("nothing new\n");
    return;
  }
  // Before anything is sent: a message that cannot be recorded would be sent every time.
  await writeRecord(file, record);
  let newestRecord = record;
  for (const { message, after } of messages) {
    await send(channel, receiver, message, context.stop);
    newestRecord = after(newestRecord);
    await writeRecord(file, newestRecord);
    context.out(`sent: ${message.title}\n`);
  }
}

/** The site or the receiver did not respond as expected. */
class AnnounceError extends ServiceError {}

const FORMAT = "peak-announced-1";

/** The entries that have been sent to a receiver, or existed before the first run. */
const SendRecord = z.strictObject({
  format: z.literal(FORMAT),
  /** The feed's address: the ids of another site's entries are different. */
  feed: z.string(),
  /** Ids of feed entries. */
  ids: z.array(z.string()),
  /** `2026-11`: the month of the newest signed statement that was sent. */
  proof_month: z.string(),
});

type SendRecord = z.infer<typeof SendRecord>;

/** Far more than the feed holds: an entry that has left the feed never returns. */
const KEPT_IDS = 2000;

/** @returns `undefined` before the first run @throws ConfigError if the file is not ours */
async function readRecord(file: string): Promise<SendRecord | undefined> {
  try {
    return SendRecord.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return undefined;
    const reason = errorCode(cause) === "" ? "it is not a file written by Peak" : systemReason(cause);
    throw new ConfigError([`${file} cannot be used (${reason}): move it away, and the next run starts from scratch`]);
  }
}

async function writeRecord(file: string, record: SendRecord): Promise<void> {
  try {
    makeFolder(dirname(file));
    await writeWholeFile(file, `${JSON.stringify(record)}\n`, "replaced");
  } catch (cause) {
    throw new StorageError(`cannot write ${file}: ${systemReason(cause)}`, { cause });
  }
}

/** One line of text from the site, short enough for every receiver. */
const line = z.string().regex(/^[^\p{Cc}]{1,300}$/u);

const Feed = z.object({
  feed_url: line,
  home_page_url: line,
  authors: z.array(z.object({ name: line })).min(1),
  /** Newest first. */
  items: z
    .array(
      z.object({
        id: line,
        url: line,
        title: line,
        _peak: z.object({ date: line, score: z.number(), is_backfilled: z.boolean() }),
      }),
    )
    .max(1000),
});

type Feed = z.infer<typeof Feed>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const Proof = z.object({
  ledger: hash,
  position: z.int().min(0),
  hash,
  key_id: line,
  statement: z.string().transform((text, context) => {
    const claim = z.object({ signed_at: z.iso.datetime() }).safeParse(jsonIn(text)).data;
    if (claim === undefined) context.addIssue("is not a signed statement");
    return claim ?? z.NEVER;
  }),
});

type Proof = z.infer<typeof Proof>;

function monthOf({ statement }: Proof): string {
  return statement.signed_at.slice(0, "2026-11".length);
}

/** 500 entries take some 400 kB, the proof of 30 days some 100 kB. */
const LIMITS = { maxBytes: 4_000_000, timeoutMs: 60_000, beginMs: 15_000 };

/** @throws AnnounceError unless the site returns a document of this shape */
async function readSite<T>(site: URL, path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  const url = new URL(site.href.replace(/\/$/, "") + path);
  try {
    const { status, text } = await getText(url, { headers: { "user-agent": USER_AGENT }, signal, ...LIMITS });
    const fault = statusFault(status);
    if (fault !== undefined) throw fault;
    const { data } = shape.safeParse(jsonIn(text));
    if (data === undefined) throw new FetchFault("malformed", "not a document of this version of Peak");
    return data;
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    throw new AnnounceError(`${url.href} cannot be read: ${error.message}; nothing was sent, run it again later`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Outgoing {
  readonly message: Message;
  /** What to record after it has been sent. */
  readonly after: (record: SendRecord) => SendRecord;
}

/** The messages to send, in order: one for each day with changes, and one with the proof of a new month. */
function newMessages(feed: Feed, proof: Proof, record: SendRecord): readonly Outgoing[] {
  const knownIds = new Set(record.ids);
  const news = feed.items.filter(({ id, _peak }) => !knownIds.has(id) && !_peak.is_backfilled).reverse();
  const byDay = Map.groupBy(news, ({ _peak }) => _peak.date);
  const changes = [...byDay.values()].map((items): Outgoing => {
    const ids = items.map(({ id }) => id);
    return {
      message: changeMessage(feed, items),
      after: (record) => ({ ...record, ids: [...record.ids, ...ids].slice(-KEPT_IDS) }),
    };
  });
  const month = monthOf(proof);
  if (month <= record.proof_month) return changes; // a cache may have returned an older proof
  return [...changes, { message: proofMessage(feed, proof), after: (record) => ({ ...record, proof_month: month }) }];
}

/** @param items the changes of one day, oldest first */
function changeMessage(feed: Feed, items: readonly Feed["items"][number][]): Message {
  const titles = items.map(({ title }) => title.replace(/ \(score [^()]*\)$/, ""));
  const [first] = items;
  const { date = "", score = 0 } = first?._peak ?? {};
  const [title = "", ...more] = titles;
  const facts = `Score ${score.toFixed(1)}, daily row of ${date}, 06:00 UTC.`;
  return { id: first?.id ?? "", title, text: [...more, facts, creditOf(feed)].join("\n"), url: first?.url ?? "" };
}

function proofMessage(feed: Feed, { ledger, position, hash, key_id, statement }: Proof): Message {
  const text = [
    `Position ${position}, hash ${hash}`,
    `Ledger ${ledger}, signed ${statement.signed_at} with key ${key_id}.`,
    "If the history up to this position ever changes, this hash no longer matches.",
    creditOf(feed),
  ].join("\n");
  const month = statement.signed_at.slice(0, "2026-11".length);
  const url = feed.feed_url.replace(/feed\.json$/, "api/public/nhci/proof");
  return { id: `${ledger}-${position}`, title: `Proof of Bitcoin's score history, ${month}`, text, url };
}

/** The attribution that is required wherever a score is shown. */
function creditOf({ authors: [author], home_page_url: site }: Feed): string {
  return `${author?.name}, ${site}`;
}

/** @throws AnnounceError unless the receiver responds with a 2xx */
async function send(channel: Channel, receiver: URL, message: Message, stop: AbortSignal): Promise<void> {
  const later = "the next run sends the rest";
  try {
    const { url, headers, body } = postOf(channel, receiver, message);
    const status = await post({ url, headers: { "user-agent": USER_AGENT, ...headers }, body }, stop);
    if (status < 200 || status > 299) throw new AnnounceError(`the receiver responded with ${status}: ${later}`);
  } catch (error) {
    if (!(error instanceof PostError)) throw error;
    throw new AnnounceError(`the receiver is unavailable, ${error.message}: ${later}`);
  }
}
