/** Requests whose end nginx and the service could see at different places. */

import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import type { Attack } from "../part.js";
import type { AttackedService } from "../service.js";
import { answersIn, exchange } from "./raw.js";

/** Ways to make two programs disagree on where a request ends. `B` is the length of the body, `N` a number. */
const FRAMINGS = [
  "Content-Length: B\r\nContent-Length: 0",
  "Content-Length: 0\r\nContent-Length: B",
  "Content-Length: B\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding: chunked\r\nContent-Length: B",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding: chunked\x0b",
  "X: y\nTransfer-Encoding: chunked",
  "X: y\rTransfer-Encoding: chunked",
  "Content-Length: +B",
  "Content-Length: B, 0",
  "Content-Length:\x0cB",
  "Connection: Content-Length\r\nContent-Length: B",
  "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked",
  "Expect: 100-continue\r\nContent-Length: B",
  "Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: B",
  "Content-Length: 00000B",
  "Transfer-Encoding: chunked, identity",
];
const STARTS = [
  "",
  "0\r\n\r\n",
  "1\r\nZ\r\n0\r\n\r\n",
  "5;\r\nhello\r\n0\r\n\r\n",
  "fffffffffffffffff\r\n",
  "0\n\n",
  "0\r\nX: y\r\n\r\n",
];
const METHODS = ["GET", "POST", "HEAD", "OPTIONS"];
const AT_ONCE = 16;
const TIMEOUT_MS = 300;
/** What a request that was smuggled would be counted as: answered by the service, and never seen by nginx. */
const HIDDEN = "/smuggled";

export interface BehindNginx {
  readonly nginx: {
    readonly origin: string;
    log(): readonly { readonly path: string; readonly ports: readonly number[] }[];
  };
  readonly service: AttackedService;
  /** Where the service counts what it answers. */
  readonly metrics: string;
}

/** Requests of which nginx and the service could see different ends: the service may answer none that nginx did not send. */
export async function smuggle({ signal, random, tried, finding }: Attack, behind: BehindNginx): Promise<void> {
  const { nginx, metrics } = behind;
  const port = Number(new URL(nginx.origin).port);
  const before = await answeredUnknown(metrics);
  const seen = nginx.log().length;
  for (let round = 0; round < 4 && !signal.aborted; round++) {
    const requests = Array.from({ length: AT_ONCE }, () => ambiguousRequest(random));
    const texts = await Promise.all(
      requests.map((each) => exchange({ port, from: freshClient() }, [each], TIMEOUT_MS)),
    );
    tried("ambiguous requests through nginx", AT_ONCE);
    for (const [i, text] of texts.entries())
      for (const { status, head } of answersIn(text))
        if (!/^access-control-allow-origin: \*\r$/im.test(head))
          finding(`${status} without CORS for ${JSON.stringify(requests[i]?.toString("latin1"))}`);
    const { status, text } = await ask(`${nginx.origin}/api/public/nhci/score.txt`, { from: freshClient() });
    if (status !== 200 || !/^\d+\.\d( \(stale\))?\n$/.test(text)) finding(`another client got ${status} ${text}`);
  }
  const sent = nginx.log().slice(seen);
  const unknown = sent.filter(({ path, ports }) => ports.length > 0 && path.startsWith(HIDDEN)).length;
  const answered = (await answeredUnknown(metrics)) - before;
  if (answered > unknown)
    finding(`the service answered ${answered} requests for ${HIDDEN} of which nginx sent ${unknown}`);
}

async function answeredUnknown(metrics: string): Promise<number> {
  const { text } = await ask(metrics);
  const counts = [...text.matchAll(/^peak_answers_total\{group="other",status="\dxx"\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function ambiguousRequest(random: () => number): Buffer {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const hidden = `GET ${HIDDEN} HTTP/1.1\r\nHost: a\r\nX: `;
  const body = `${pick(STARTS)}${hidden}`;
  const framing = pick(FRAMINGS).replace(
    "B",
    String(random() < 0.7 ? body.length : Math.floor(random() * body.length)),
  );
  const head = `${pick(METHODS)} /api/public/nhci/score.txt HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`;
  return Buffer.from(`${head}${body}\r\n\r\n`, "latin1");
}
