/**
 * Reads the documents of a site by one strict rule, so that every verifier sees the same values. Platforms differ in
 * what else they let through: a member given twice, NaN, nesting without end, negative zero.
 */
import { need } from "./shape.js";

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

const STRINGS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;

/**
 * @param what how the error calls the document
 * @throws UncheckedError unless it is JSON: an error page or half a document is none
 * @throws Fault for JSON with a member given twice, or nested too deeply
 */
export function readDocument(body: string, what: string): unknown {
  const bare = body.replaceAll(STRINGS, '""');
  need(depthOf(bare) <= MAX_DEPTH, `${what} is nested too deeply`);
  let value: unknown;
  try {
    value = JSON.parse(body, (_name, each: unknown) => (each === 0 ? 0 : each)); // -0 and 0 are the same number
  } catch {
    throw new UncheckedError(`${what} is not JSON`);
  }
  need(bare.split(":").length - 1 === membersOf(value), `${what} has a member twice`);
  return value;
}

function depthOf(bare: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of bare.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
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
