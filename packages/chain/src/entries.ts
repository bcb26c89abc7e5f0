// What is written into the ledger: the body of each kind of entry, and the public entry that is made of it.

import { parseDay } from "peak-cycle-model";
import { canonical, FORMAT, sha256 } from "./hash.js";
import {
  constant,
  count,
  date,
  exactly,
  hex,
  matching,
  number,
  orNull,
  parsed,
  type Shape,
  ShapeError,
  table,
  text,
} from "./shape.js";

const moment = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A history row as it was shown, and what was shown with it. */
const ROW = {
  date,
  score: number,
  score_smoothed: number,
  phase_key: text,
  btc_price_usd: number,
  signal: text,
  settled_phase: text,
  crypto: orNull(exactly({ score: number, phase_key: text })),
  computed_at: moment,
  model_version: text,
  origin: text,
};

/** The public part of each kind. The row of a closed day is that of the day after; the first two years have none. */
const PUBLIC = {
  day: {
    kind: constant("day"),
    closed: date,
    descent_guard: orNull(text),
    top_risk: orNull(text),
    row: orNull(exactly(ROW)),
  },
  revision: {
    kind: constant("revision"),
    number: count,
    date,
    revised_at: moment,
    reason: text,
    score: number,
    score_smoothed: number,
    phase_key: text,
    btc_price_usd: number,
  },
  key: {
    kind: constant("key"),
    key_id: text,
    x: text,
    added_at: moment,
    endorsed_by: orNull(text),
    endorsement: orNull(text),
  },
  statement: { kind: constant("statement"), text, signature: text },
};

/** The private part: inputs, which licenses forbid to publish, and unrounded figures. */
const PRIVATE = {
  day: {
    closed_at: moment,
    btc_close: orNull(number),
    mvrv: orNull(number),
    fear_greed: orNull(number),
    dominance: orNull(number),
    majors: table(number),
    sources: table(text),
    row: orNull(
      exactly({
        raw: number,
        smoothed: number,
        coverage: number,
        btc_price_usd: number,
        price_source: text,
        fear_greed: orNull(number),
      }),
    ),
  },
  revision: { price: number },
  key: {},
  statement: {},
};

const BODIES = {
  day: exactly({ public: exactly(PUBLIC.day), private: exactly(PRIVATE.day) }),
  revision: exactly({ public: exactly(PUBLIC.revision), private: exactly(PRIVATE.revision) }),
  key: exactly({ public: exactly(PUBLIC.key), private: exactly(PRIVATE.key) }),
  statement: exactly({ public: exactly(PUBLIC.statement), private: exactly(PRIVATE.statement) }),
};

export type DayBody = ReturnType<typeof BODIES.day>;
export type RevisionBody = ReturnType<typeof BODIES.revision>;
export type KeyBody = ReturnType<typeof BODIES.key>;
export type StatementBody = ReturnType<typeof BODIES.statement>;
export type Body = DayBody | RevisionBody | KeyBody | StatementBody;

export function isDay(body: Body): body is DayBody {
  return body.public.kind === "day";
}

export function isRevision(body: Body): body is RevisionBody {
  return body.public.kind === "revision";
}

/** Reads a body as it is stored. @throws ShapeError for an unknown kind, version or member, or another form */
export function readBody(kind: string, body: string): Body {
  const read = shapeFor<Body>(kind, BODIES)(parsed(body));
  if (canonical(read) !== body) throw new ShapeError("it is not written in the canonical form");
  return read;
}

/** The public entry: the public part of a body, and a seal over all of it. @param body as it is stored */
export function entryOf({ public: shown }: Body, body: string): string {
  return JSON.stringify({ ...shown, sealed: sha256(body) });
}

const ENTRIES = {
  day: exactly({ ...PUBLIC.day, sealed: hex }),
  revision: exactly({ ...PUBLIC.revision, sealed: hex }),
  key: exactly({ ...PUBLIC.key, sealed: hex }),
  statement: exactly({ ...PUBLIC.statement, sealed: hex }),
};

export type Entry = Body["public"] & { readonly sealed: string };
export type DayEntry = DayBody["public"];
export type KeyEntry = KeyBody["public"];
export type RevisionEntry = RevisionBody["public"];

/** Reads an entry as it is published. @throws ShapeError as `readBody` */
export function readEntry(entry: string): Entry {
  const value = parsed(entry) as { readonly kind?: unknown } | null;
  const read = shapeFor<Entry>(String(value?.kind), ENTRIES)(value);
  if (canonical(read) !== entry) throw new ShapeError("it is not written in the canonical form");
  return read;
}

function shapeFor<T>(kind: string, shapes: Readonly<Record<string, Shape<T>>>): Shape<T> {
  const shape = Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
  if (shape === undefined) throw new ShapeError("it is of an unknown kind");
  return shape;
}

/** Whether the row of a closed day is that of the day after. */
export function isInOrder({ closed, row }: DayEntry): boolean {
  const day = parseDay(closed);
  return day !== undefined && (row === null || parseDay(row.date) === day + 1);
}

/** What the text of a statement says. */
const CLAIM = exactly({
  format: constant(FORMAT),
  ledger: hex,
  position: count,
  hash: hex,
  days: count,
  revisions: count,
  keys: count,
  signed_at: moment,
  key_id: text,
});

export type Claim = ReturnType<typeof CLAIM>;

/** Reads the text of a statement. @throws ShapeError for another format, or any other text */
export function readClaim(statement: string): Claim {
  const read = CLAIM(parsed(statement));
  if (canonical(read) !== statement) throw new ShapeError("it is not written in the canonical form");
  return read;
}
