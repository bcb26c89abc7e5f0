import type { IncomingHttpHeaders } from "node:http";
import type { Instant } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import { type HeaderList, OPEN } from "./cross-origin.js";
import { type Encoding, encodingChoice } from "./encoding.js";
import { matches } from "./etag.js";
import type { Ready } from "./ready.js";
import { forEachEncoding, type Representation } from "./representation.js";

/** A successful answer in every form it can take. */
export type Answer = Readonly<Record<Encoding, Variant>>;

interface Variant {
  readonly etag: string;
  readonly whole: Ready;
  readonly unchanged: Ready;
}

/** What an answer says at a moment. */
export interface Content {
  readonly representation: Representation;
  readonly cacheControl: string;
}

export interface Manner {
  readonly contentType: string;
  /** Headers of both 200 and 304. */
  readonly also: HeaderList;
}

const encodingOf = encodingChoice();

/** The answer to one request: 304 when the client has these very bytes, also beside `Cache-Control: no-cache`. */
export function choose(answer: Answer, headers: IncomingHttpHeaders): Ready {
  const variant = answer[encodingOf(headers["accept-encoding"])];
  const asked = headers["if-none-match"];
  return asked !== undefined && matches(asked, variant.etag) ? variant.unchanged : variant.whole;
}

/** An answer whose content depends on the time. Its heads are written again only when something in them changes. */
export function timedAnswer(clock: Clock, manner: Manner, contentAt: (now: Instant) => Content): () => Answer {
  let lookedAt: Instant | undefined;
  let content: Content | undefined;
  let answer: Answer | undefined;
  return () => {
    const now = clock.now();
    if (answer !== undefined && now === lookedAt) return answer;
    lookedAt = now;
    const next = contentAt(now);
    const isSame =
      content?.representation === next.representation && content.cacheControl === next.cacheControl
        ? answer
        : undefined;
    content = next;
    answer = isSame ?? answerOf(next, manner);
    return answer;
  };
}

export function answerOf({ representation, cacheControl }: Content, { contentType, also }: Manner): Answer {
  return forEachEncoding((encoding) => {
    const { body, length, etag } = representation[encoding];
    const shared = ["ETag", etag, "Cache-Control", cacheControl, "Vary", "Accept-Encoding", ...OPEN, ...also];
    const coding = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    const whole = ["Content-Type", contentType, "Content-Length", String(length), ...coding, ...shared];
    return {
      etag,
      whole: { status: 200, head: whole, body },
      unchanged: { status: 304, head: shared, body: "" },
    };
  });
}
