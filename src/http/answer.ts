import type { IncomingHttpHeaders } from "node:http";
import type { Instant } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import { type HeaderList, OPEN } from "./cross-origin.js";
import { type Encoding, encodingChoice } from "./encoding.js";
import { matches } from "./etag.js";
import type { Ready } from "./ready.js";
import { type Form, forEachEncoding, type Representation } from "./representation.js";

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

/** Of answers in JSON that are not metered. */
export const JSON_MANNER: Manner = { contentType: "application/json; charset=utf-8", also: [] };

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

export function answerOf({ representation, cacheControl }: Content, manner: Manner): Answer {
  return forEachEncoding((encoding) => {
    const coding = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    const varied = { ...manner, also: ["Vary", "Accept-Encoding", ...manner.also] };
    return variantOf(representation[encoding], { cacheControl, coding, manner: varied });
  });
}

/** An answer that comes in one form whatever the client accepts: pictures are compressed as they are. */
export function plainAnswer(form: Form, cacheControl: string, manner: Manner): Answer {
  const variant = variantOf(form, { cacheControl, coding: [], manner });
  return forEachEncoding(() => variant);
}

interface Dress {
  readonly cacheControl: string;
  readonly coding: HeaderList;
  readonly manner: Manner;
}

function variantOf({ body, length, etag }: Form, { cacheControl, coding, manner }: Dress): Variant {
  const shared = ["ETag", etag, "Cache-Control", cacheControl, ...OPEN, ...manner.also];
  const head = ["Content-Type", manner.contentType, "Content-Length", String(length), ...coding, ...shared];
  return { etag, whole: { status: 200, head, body }, unchanged: { status: 304, head: shared, body: "" } };
}
