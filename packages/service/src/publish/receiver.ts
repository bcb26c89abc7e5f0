import { createHash, createHmac } from "node:crypto";
import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { DAY_MS, SECOND_MS } from "peak-cycle-model";
import { callWithin } from "../ingest/timing.js";
import type { Clock } from "../platform/clock.js";
import type { AnnouncementReceiver, PostResult } from "./announcement-receiver.js";
import {
  AddressRefusedError,
  addressCheck,
  checkedLookup,
  checkLiteral,
  literalAddresses,
  type Resolve,
} from "./public-network.js";

/** Posts announcements to one address, each over a connection of its own. Redirects are not followed. */
export function announcementReceiver({ url, secrets }: ReceiverConfig, deps: ReceiverDeps): AnnouncementReceiver {
  const { clock, networks, userAgent, resolve, timeoutMs = TIMEOUT_MS } = deps;
  const isAllowed = addressCheck(networks);
  const lookup = checkedLookup(isAllowed, resolve);
  return {
    id: receiverId(url),
    host: url.host,
    async post({ id, body }, signal) {
      const timestamp = Math.floor(clock.now() / SECOND_MS);
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": userAgent,
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatureHeader(secrets, id, timestamp, body),
      };
      const late = new Error("timeout");
      try {
        checkLiteral(url, isAllowed);
        const limit = { ms: timeoutMs, late };
        const post = (until: AbortSignal) => send(url, { headers, lookup, signal: until }, body);
        return resultOf(await callWithin(clock, limit, signal, post));
      } catch (error) {
        signal.throwIfAborted();
        return { result: "failed", fault: error === late ? late.message : postFault(error), retryAfterMs: 0 };
      }
    },
  };
}

/** An address that announcements are posted to, and the secrets they are signed with, the newest first. */
interface ReceiverConfig {
  readonly url: URL;
  readonly secrets: readonly Uint8Array[];
}

export interface ReceiverDeps {
  readonly clock: Clock;
  /** Networks that are not public and may be posted to all the same. */
  readonly networks: readonly string[];
  readonly userAgent: string;
  readonly resolve: Resolve;
  /** `TIMEOUT_MS` by default; tests take shorter ones. */
  readonly timeoutMs?: number;
}

/** From the connection to the end of the answer. Standard Webhooks recommends 15 to 30 s. */
const TIMEOUT_MS = 15 * SECOND_MS;

/**
 * Where the name of an address leads now; posting looks it up again.
 *
 * @returns why nothing could be posted there, in our words or an error code of Node; `undefined` when something could
 */
export async function nameFault(
  url: URL,
  { networks, resolve }: Pick<ReceiverDeps, "networks" | "resolve">,
): Promise<string | undefined> {
  if (literalAddresses(url).length > 0) return undefined; // checked with the settings
  try {
    await promisify(checkedLookup(addressCheck(networks), resolve))(url.hostname, { all: true });
    return undefined;
  } catch (error) {
    return postFault(error);
  }
}

/** The body of an answer is ignored; up to this much of it is read, so that the receiver can finish sending it. */
const MAX_ANSWER_BYTES = 65_536;

/** Status line and headers of an answer. */
const MAX_HEAD_BYTES = 16_384;

const MAX_RETRY_AFTER_MS = DAY_MS;

const GONE = 410;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/**
 * Sends one message.
 *
 * @returns the answer once its body has ended or was cut off
 * @throws what broke the connection off before the headers had come
 */
function send(url: URL, options: RequestOptions, body: string): Promise<Answer> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const bounds = { method: "POST", agent: false, maxHeaderSize: MAX_HEAD_BYTES };
    const outgoing = request(url, { ...options, ...bounds }, (response) => {
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
      const end = () => resolve(answer); // its status is known, even when we or the receiver cut its body off
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > MAX_ANSWER_BYTES) response.destroy();
      });
      response.on("error", end).on("close", end);
      outgoing.off("error", reject).off("close", closed).on("error", end);
    });
    // An answer that goes over to another protocol ends the request with "close" and no other event.
    const closed = () => reject(new Error("no answer"));
    outgoing.on("error", reject).on("close", closed);
    outgoing.end(body);
  });
}

function resultOf({ status, retryAfter = "" }: Answer): PostResult {
  if (status >= 200 && status < 300) return { result: "accepted" };
  if (status === GONE) return { result: "gone" };
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : 0;
  return {
    result: "failed",
    fault: `status ${status}`,
    retryAfterMs: Math.min(seconds * SECOND_MS, MAX_RETRY_AFTER_MS),
  };
}

/** What went wrong, in our words or an error code of Node: never text that a receiver has sent. */
function postFault(error: unknown): string {
  if (error instanceof AddressRefusedError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : "no answer";
}

/**
 * `webhook-signature`: one signature a secret, so that a receiver can go over to another secret in its own time.
 * Source: standardwebhooks.com, version 1, symmetric.
 *
 * @param timestamp of the attempt, in seconds since 1970
 */
export function signatureHeader(secrets: readonly Uint8Array[], id: string, timestamp: number, body: string): string {
  const sign = (secret: Uint8Array) =>
    createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return secrets.map((secret) => `v1,${sign(secret)}`).join(" ");
}

/** The id of an address in the database, which does not hold the address itself: the path of many is a secret. */
export function receiverId(url: URL): string {
  return createHash("sha256").update(url.href).digest("hex").slice(0, 16);
}
