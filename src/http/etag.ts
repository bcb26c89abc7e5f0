import { createHash } from "node:crypto";

/** A strong entity tag: other bytes, other tag. Each encoding of an answer is other bytes (RFC 9110, 8.8.3.3). */
export function etagOf(bytes: Uint8Array | string): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/**
 * Whether an `If-None-Match` names the tag: a list of tags or `*`, compared weakly (RFC 9110, 13.1.2). A proxy that
 * turned our tag into a weak one still gets its 304.
 */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  return tagsOf(ifNoneMatch).includes(etag);
}

/** The opaque tags of a list, with their quotes and without `W/`. Our tags hold no comma and no quote. */
function tagsOf(list: string): readonly string[] {
  return list.match(/"[^"]*"/g) ?? [];
}
