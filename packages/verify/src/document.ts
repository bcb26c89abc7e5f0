/**
 * Parses the documents of a site by one strict rule, so that every verifier sees the same values. Platforms differ in
 * what else they accept: duplicate members, NaN, endless nesting, negative zero.
 */
import { Fault, need } from "./shape.js";

/** The site could not be checked: its responses prove nothing either way. Trying again may help. */
export class UncheckedError extends Error {
  override readonly name = "UncheckedError";
  /** Whether the documents were from different times; this resolves itself within seconds. */
  readonly isTorn: boolean;
  constructor(why: string, isTorn = false) {
    super(why);
    this.isTorn = isTorn;
  }
}

/** A proof has four levels. Deeper nesting could exhaust a parser's stack. */
const MAX_DEPTH = 50;

/**
 * @param what the document's name in the error
 * @throws UncheckedError unless it is JSON, for example for an error page or half a document
 * @throws Fault for JSON with a duplicate member, or nested too deeply
 */
export function readDocument(body: string, what: string): unknown {
  const { depth, colons, isClosed } = outlineOf(body);
  need(depth <= MAX_DEPTH || !isClosed, `${what} is nested too deeply`);
  const value = depth <= MAX_DEPTH ? jsonIn(body) : undefined;
  if (value === undefined) throw new UncheckedError(`${what} is not JSON`);
  need(colons === membersOf(value), `${what} has a duplicate member`);
  return value;
}

/** Parses a string within a document as JSON. @throws Fault as `readDocument`, or if it is not JSON */
export function readInner(body: string, what: string): unknown {
  try {
    return readDocument(body, what);
  } catch (error) {
    throw error instanceof UncheckedError ? new Fault(error.message) : error;
  }
}

/** @returns `undefined` if it is not JSON */
function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body, (_name, each: unknown) => (each === 0 ? 0 : each)); // -0 and 0 are the same number
  } catch {
    return undefined;
  }
}

/**
 * Scans the brackets and colons outside of strings in one pass: with unterminated strings, a regular expression for
 * whole strings would scan the rest of the text again at each of two million quotes.
 *
 * @returns the deepest nesting, the number of colons, and whether the text is closed like one whole list or object
 */
function outlineOf(body: string) {
  let [now, depth, colons] = [0, 0, 0];
  let isInString = false;
  let isClosed = /^[ \t\n\r]*[[{]/.test(body);
  for (const [mark] of body.matchAll(/\\[\s\S]|["[\]{}:]/g)) {
    if (mark === '"') isInString = !isInString;
    else if (isInString || mark.length > 1) continue;
    else if (mark === ":") colons += 1;
    else now += mark === "[" || mark === "{" ? 1 : -1;
    depth = Math.max(depth, now);
    isClosed &&= now >= 0;
  }
  return { depth, colons, isClosed: isClosed && now === 0 && !isInString };
}

/** The number of members of all objects in a value, at all levels. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + membersOf(each), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}

/** One SHA-256 in hex per line. @throws UncheckedError if it is anything else, such as half a download */
export function readLeaves(body: string, what: string): readonly string[] {
  const lines = body.split("\n");
  const isList = lines.pop() === "" && lines.length > 0 && lines.every((line) => /^[0-9a-f]{64}$/.test(line));
  if (!isList) throw new UncheckedError(`${what} is not a list of hashes`);
  return lines;
}
