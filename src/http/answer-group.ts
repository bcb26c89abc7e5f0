import type { AnswerGroup } from "../operations/ports.js";
import { isKnownPath, isPath, PATHS, pathOf } from "./paths.js";

/** Data besides the two public resources. */
const EXTRAS: ReadonlySet<string> = new Set([
  PATHS.meta,
  PATHS.proof,
  PATHS.leaves,
  PATHS.revisions,
  PATHS.csv,
  PATHS.text,
  PATHS.keys,
  PATHS.atom,
  PATHS.jsonFeed,
]);

const PICTURE = /^\/embed\/[^/]+\.(?:svg|png)$/;

/** What a request target is about. The two public resources first: for them it may cost nothing. */
export function groupOf(target: string): AnswerGroup {
  if (isPath(target, PATHS.current)) return "current";
  if (isPath(target, PATHS.history)) return "history";
  const path = pathOf(target);
  if (!isKnownPath(path)) return "other";
  if (path === PATHS.alive || path === PATHS.ready) return "health";
  if (EXTRAS.has(path)) return "extra";
  if (PICTURE.test(path)) return "picture";
  return path.startsWith("/embed/") || path === PATHS.oembed ? "embed" : "page";
}
