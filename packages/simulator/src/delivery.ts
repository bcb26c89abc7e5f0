/** What is said to a request with all its faults, and how it travels: cut off, compressed, with a wrong date. */

import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { faultyAnswer } from "./faults/answer-faults.js";
import { isAnswerFault, isContentFault } from "./faults/catalogue.js";
import { withContentFault, withoutPagePosition } from "./faults/content-faults.js";
import type { FaultRule } from "./faults/switchboard.js";
import type { SourceRequest, SourceResponse } from "./source.js";
import type { OpenSource } from "./sources/all.js";

/** How an answer travels. */
interface Delivery {
  /** What the connection does instead of delivering. */
  readonly cut: "none" | "hang" | "reset" | "truncate";
  /** White space is put before the body, compressed. */
  readonly isBomb: boolean;
  /** How far the Date header is from the simulated time, milliseconds; undefined when there is none. */
  readonly dateShiftMs: number | undefined;
}

export interface Plan {
  readonly answer: SourceResponse;
  readonly delivery: Delivery;
}

const STALE_MS = 21_600_000;
/** A day is over for its closing at 06:00 of the next, and a clock that is so far off can be two days wrong. */
const WRONG_DATE_MS = 54 * 3_600_000;

/** What is said to a request, and how, with all its faults. */
export function plan(source: OpenSource, request: SourceRequest, rules: readonly FaultRule[]): Plan {
  const loops = rules.some((rule) => rule.fault === "page-loop");
  const served = loops ? withoutPagePosition({ source, request }) : request;
  const target = request.path + request.url.search;
  let answer: SourceResponse | undefined;
  for (const { fault, options } of rules) {
    if (isAnswerFault(fault)) {
      answer = faultyAnswer(fault, { source, options, nowMs: request.nowMs, target });
    } else if (isContentFault(fault)) {
      answer = withContentFault(fault, answer ?? source.answer(served), { source, request: served, options });
    }
  }
  return { answer: answer ?? source.answer(served), delivery: delivery(rules) };
}

function delivery(rules: readonly FaultRule[]): Delivery {
  const find = (fault: FaultRule["fault"]) => rules.find((rule) => rule.fault === fault)?.options;
  const has = (fault: FaultRule["fault"]) => find(fault) !== undefined;
  const [stale, future] = [find("stale-timestamp"), find("future-timestamp")];
  const shift = (options: { readonly seconds?: number } | undefined, usualMs = STALE_MS) => {
    if (options === undefined) return 0;
    return options.seconds === undefined ? usualMs : options.seconds * 1000;
  };
  const wrongDate = shift(find("date-ahead"), WRONG_DATE_MS) - shift(find("date-behind"), WRONG_DATE_MS);
  return {
    cut: (["hang", "reset"] as const).find(has) ?? (has("200-truncated-json") ? "truncate" : "none"),
    isBomb: has("gzip-bomb"),
    dateShiftMs: has("no-date") ? undefined : shift(future) - shift(stale) + wrongDate,
  };
}

/** Bodies from this size on are compressed for those who accept it. */
const COMPRESS_FROM_BYTES = 1024;
const MEGABYTE = 1_048_576;
const BOMB_MB = 64;

interface DeliveryOptions {
  readonly nowMs: number;
  readonly acceptsGzip: boolean;
}

/** Sends an answer the way its plan says. Resolves when nothing more will be sent. */
export async function deliver(response: ServerResponse, plan: Plan, options: DeliveryOptions): Promise<void> {
  const { delivery } = plan;
  if (delivery.cut === "hang") return;
  const body = bodyOf(plan, options);
  response.sendDate = false; // the machine's time is not the market's
  response.writeHead(plan.answer.status, headersOf(plan, options, body));
  if (delivery.cut === "reset") return cutOff(response, body.bytes);
  if (delivery.isBomb) await pad(response);
  response.end(delivery.cut === "truncate" ? body.bytes.subarray(0, half(body.bytes)) : body.bytes);
}

interface Body {
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
}

function bodyOf({ answer, delivery }: Plan, { acceptsGzip }: DeliveryOptions): Body {
  const plain = Buffer.from(answer.text ?? (answer.json === undefined ? "" : JSON.stringify(answer.json)));
  const isCompressed = delivery.isBomb || (acceptsGzip && plain.length >= COMPRESS_FROM_BYTES);
  return { bytes: isCompressed ? gzipSync(plain, { level: 1 }) : plain, isCompressed };
}

function headersOf({ answer, delivery }: Plan, { nowMs }: DeliveryOptions, { bytes, isCompressed }: Body) {
  const hasLength = !delivery.isBomb && ![101, 204, 304].includes(answer.status);
  const length = delivery.cut === "truncate" ? half(bytes) : bytes.length;
  return {
    ...answer.headers,
    ...(delivery.dateShiftMs === undefined ? {} : { date: new Date(nowMs + delivery.dateShiftMs).toUTCString() }),
    ...(isCompressed ? { "content-encoding": "gzip" } : {}),
    ...(hasLength ? { "content-length": String(length), vary: "accept-encoding" } : {}),
  };
}

const half = (body: Buffer) => body.length >> 1;

/** Half the promised bytes, then a reset of the connection. */
async function cutOff(response: ServerResponse, body: Buffer): Promise<void> {
  await new Promise((sent) => response.write(body.subarray(0, Math.max(1, half(body))), sent));
  response.socket?.resetAndDestroy();
}

/** Never more than a few blocks in memory: a slow reader slows the writer. */
function pad(response: ServerResponse): Promise<void> {
  // Compressed members may follow one another (RFC 1952, 2.2), so one block of 1 kB is written 64 times.
  const block = gzipSync(Buffer.alloc(MEGABYTE, " "));
  return pipeline(Readable.from(Array.from({ length: BOMB_MB }, () => block)), response, { end: false });
}
