/**
 * Reads the documents of a site by one strict rule, so that every verifier sees the same values. Platforms differ in
 * what else they let through: a member given twice, NaN, nesting without end, negative zero.
 */
import { Fault, need } from "./shape.js";

/** The site could not be checked: nothing that it answered proves or disproves anything. Trying again may help. */
export class UncheckedError extends Error {
  override readonly name = "UncheckedError";
  /** Whether the documents were of different moments, which passes within seconds. */
  readonly isTorn: boolean;
  constructor(why: string, isTorn = false) {
    super(why);
    this.isTorn = isTorn;
  }
}

/** A proof has four levels. More than this could exhaust the stack of a reader. */
const MAX_DEPTH = 50;

/**
 * @param what how the error calls the document
 * @throws UncheckedError unless it is JSON: an error page or half a document is none
 * @throws Fault for JSON with a member given twice, or nested too deeply
 */
export function readDocument(body: string, what: string): unknown {
  const { depth, colons, isClosed } = outlineOf(body);
  need(depth <= MAX_DEPTH || !isClosed, `${what} is nested too deeply`);
  const value = depth <= MAX_DEPTH ? jsonIn(body) : undefined;
  if (value === undefined) throw new UncheckedError(`${what} is not JSON`);
  need(colons === membersOf(value), `${what} has a member twice`);
  return value;
}

/** Reads JSON that is a text within a document. @throws Fault as `readDocument`, and if it is none */
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
 * Looks at the brackets and colons outside of strings, in one pass: in a text of quotes that never end, a search for
 * whole strings would read all the rest of it again at each of two million quotes.
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

/** How many members the objects of a value have, at all levels together. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + membersOf(each), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}

/** One SHA-256 in hex per line. @throws UncheckedError if it is anything else, as half a download is */
export function readLeaves(body: string, what: string): readonly string[] {
  const lines = body.split("\n");
  const isList = lines.pop() === "" && lines.length > 0 && lines.every((line) => /^[0-9a-f]{64}$/.test(line));
  if (!isList) throw new UncheckedError(`${what} is not a list of hashes`);
  return lines;
}
