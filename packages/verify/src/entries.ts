/** The kinds of ledger entries: the stored body of each, and the public entry derived from it. */
import { parseDay } from "peak-cycle-model";
import { canonical, sha256 } from "./hash.js";
import {
  constant,
  count,
  date,
  Fault,
  fields,
  hex,
  moment,
  number,
  orNull,
  readExactly,
  type Shapes,
  table,
  text,
} from "./shape.js";

/** A history row as published, with everything shown next to it. */
const ROW = fields({
  date,
  score: number,
  score_smoothed: number,
  phase_key: text,
  btc_price_usd: number,
  signal: text,
  settled_phase: text,
  crypto: orNull(fields({ score: number, phase_key: text })),
  computed_at: moment,
  model_version: text,
  origin: text,
});

const ROW_INPUTS = fields({
  raw: number,
  smoothed: number,
  coverage: number,
  btc_price_usd: number,
  price_source: text,
  fear_greed: orNull(number),
});

/** @param privateShapes inputs that licenses forbid us to publish, and unrounded figures */
function kindOf<P extends Shapes, K extends Shapes>(publicShapes: P, privateShapes: K) {
  return {
    body: fields({ public: fields(publicShapes), private: fields(privateShapes) }),
    entry: fields({ ...publicShapes, sealed: hex }),
  };
}

const KINDS = {
  // A closed day includes the row of the next day; the first two years have no rows.
  day: kindOf(
    {
      kind: constant("day"),
      closed: date,
      descent_guard: orNull(text),
      top_risk: orNull(text),
      row: orNull(ROW),
    },
    {
      closed_at: moment,
      btc_close: orNull(number),
      mvrv: orNull(number),
      fear_greed: orNull(number),
      dominance: orNull(number),
      majors: table(number),
      sources: table(text),
      row: orNull(ROW_INPUTS),
    },
  ),
  revision: kindOf(
    {
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
    { price: number },
  ),
  key: kindOf(
    {
      kind: constant("key"),
      key_id: text,
      x: text,
      added_at: moment,
      endorsed_by: orNull(text),
      endorsement: orNull(text),
    },
    {},
  ),
  statement: kindOf({ kind: constant("statement"), text, signature: text }, {}),
};

type Kind = keyof typeof KINDS;
type BodyOf<K extends Kind> = ReturnType<(typeof KINDS)[K]["body"]>;

export type DayBody = BodyOf<"day">;
export type RevisionBody = BodyOf<"revision">;
export type Body = { readonly [K in Kind]: BodyOf<K> }[Kind];
export type Entry = Body["public"];
export type KeyEntry = BodyOf<"key">["public"];
export type RevisionEntry = RevisionBody["public"];

/**
 * Whether a stored body belongs to a closed day.
 *
 * @example
 * ```ts
 * isDay({ public: { kind: "statement", text: "", signature: "" }, private: {} }); // false
 * ```
 */
export function isDay(body: Body): body is DayBody {
  return body.public.kind === "day";
}

/** Parses a stored body. @throws Fault for an unknown kind or member, or a form that is not canonical */
export function readBody(kind: string, body: string): Body {
  return readExactly<Body>(shapesOf(kind).body, body);
}

/** Parses a published entry and drops its seal. @throws Fault as `readBody` */
export function readEntry(entry: string): Entry {
  const kind = /^\{"kind":"(\w+)"/.exec(entry)?.[1] ?? "";
  const { sealed: _sealed, ...read } = readExactly<Entry & { sealed: string }>(shapesOf(kind).entry, entry);
  return read;
}

function shapesOf(kind: string) {
  if (!Object.hasOwn(KINDS, kind)) throw new Fault("its kind is unknown");
  return KINDS[kind as Kind];
}

/** The public entry: the public part of a body, verbatim, plus a seal over the whole body. */
export function entryOf(body: string): string {
  const publicPart = body.slice('{"public":'.length, body.indexOf(',"private":') - 1);
  return `${publicPart},"sealed":"${sha256(body)}"}`;
}

/**
 * What represents an entry in the chain: the hash of its public part, as 64 hex digits.
 *
 * @example
 * ```ts
 * leafOf({ public: { kind: "statement", text: "", signature: "" }, private: {} }).length; // 64
 * ```
 */
export function leafOf(body: Body): string {
  return sha256(entryOf(canonical(body)));
}

/** The day that an entry is about. */
export function dayOf(entry: Entry): number | null {
  if (entry.kind === "day") return parseDay(entry.closed) ?? Number.NaN;
  return entry.kind === "revision" ? (parseDay(entry.date) ?? Number.NaN) : null;
}
