/** Requests of which some bytes are not as they should be. */

import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import { logOf } from "../../packages/service/test/support/service-process.js";
import type { Attack } from "../part.js";
import type { AttackedService } from "../service.js";
import { answersIn, exchange } from "./raw.js";

/** What a request may be answered with, however it is made. */
const STATUSES = [200, 204, 304, 400, 404, 405, 408, 414, 417, 429, 431, 503];
const AT_ONCE = 32;
/** Who sends half a request waits for the 408, 10 to 12 s; the attack does not. */
const TIMEOUT_MS = 300;

/** Requests of which some bytes are not as they should be. Every answer has to be one of ours, and nothing may be logged. */
export async function sendMalformed(attack: Attack, service: AttackedService): Promise<void> {
  for (let round = 0; round < 4 && !attack.signal.aborted; round++) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendOne(attack, service)));
  }
  const { status } = await ask(`${service.origin}/healthz`, { from: freshClient() });
  if (status !== 200) attack.finding(`/healthz gives ${status} after malformed requests`);
  const failed = logOf(service.process).filter(({ level }) => level === "error" || level === "fatal");
  for (const { msg, error } of failed) attack.finding(`the log has "${msg}": ${JSON.stringify(error)}`);
}

async function sendOne({ random, tried, finding }: Attack, { port }: AttackedService): Promise<void> {
  const request = malformedRequest(random);
  const cut = Math.floor(random() * request.length);
  const pieces = random() < 0.5 ? [request] : [request.subarray(0, cut), request.subarray(cut)];
  const text = await exchange({ port, from: freshClient() }, pieces, TIMEOUT_MS);
  tried("malformed requests");
  for (const { status, head } of answersIn(text)) {
    const isOpen = /^access-control-allow-origin: \*\r$/im.test(head);
    if (STATUSES.includes(status) && isOpen) continue;
    finding(
      `${status} ${isOpen ? "" : "without CORS "}for ${JSON.stringify(request.toString("latin1").slice(0, 400))}`,
    );
  }
}

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "BREW", "get", "CONNECT", "PRI", "\0", "G".repeat(300)];
const TARGETS = [
  "/api/public/nhci",
  "/api/public/nhci/history",
  "/oembed?url=%",
  "/embed/nhci-badge.svg?size=constructor&lang=__proto__",
  "/%00",
  "/%zz",
  "/../../etc/passwd",
  "*",
  "//",
  "http://a/",
  "http://[::1",
  "a:443",
  "",
  `/${"a".repeat(2100)}`,
];
const VERSIONS = ["HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.10", "http/1.1", ""];
const HEADERS = [
  "Host: a",
  "Host: b",
  "Host:",
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding : chunked",
  "Connection: close",
  "Connection: Upgrade",
  "Upgrade: h2c",
  "Expect: 100-continue",
  "Expect: magic",
  "Accept-Encoding: br;q=9e9, *;q=-1",
  `Accept-Encoding: ${"gzip,".repeat(1000)}`,
  'If-None-Match: "',
  "If-None-Match: *",
  "X-Forwarded-For: fe80::1%eth0.100",
  "Access-Control-Request-Method: GET",
  "Access-Control-Request-Headers: a,,\x7f,constructor",
  "X: \xff\xfe",
  " folded",
  "no colon",
  `X-Long: ${"x".repeat(9000)}`,
  "Origin: null",
];
const ENDS = ["\r\n\r\n", "\n\n", "\r\n", "\r\n\r\nhello", "\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "\r\n\r\n\r\n\r\n", ""];

/** A request out of pieces that are hostile by themselves, with a few bytes of it replaced. */
function malformedRequest(random: () => number): Buffer {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const lines = Array.from({ length: Math.floor(random() * 6) }, () => pick(HEADERS));
  const first = `${pick(METHODS)} ${pick(TARGETS)} ${pick(VERSIONS)}`;
  const bytes = Buffer.from([first, "Host: a", ...lines].join(random() < 0.9 ? "\r\n" : "\n") + pick(ENDS), "latin1");
  for (let i = Math.floor(random() * 4); i > 0; i--)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return bytes;
}
