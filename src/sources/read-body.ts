import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

/** A body that no retry would mend. The message is our own. */
export class UnusableBody extends Error {}

export interface BodyLimits {
  /** Counted twice: as received, and as it comes out of decompression, while it streams. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Reads a body to its end, decompressing gzip.
 *
 * @throws UnusableBody when it is too large, compressed in an unknown way, or damaged
 */
export async function readBody(body: Readable, encoding: string | undefined, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBytes, signal } = limits;
  const collected: Uint8Array[] = [];
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of capped(source, maxBytes)) collected.push(chunk);
  };
  const received = (source: AsyncIterable<Uint8Array>) => capped(source, maxBytes);
  if (isPlain(encoding)) await pipeline(body, collect, { signal });
  else if (isGzip(encoding)) await pipeline(body, received, createGunzip(), collect, { signal }).catch(namedDamage);
  else {
    body.on("error", () => undefined).destroy();
    throw new UnusableBody("the body is compressed in a way that was not asked for");
  }
  return Buffer.concat(collected);
}

async function* capped(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new UnusableBody(`the body is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

function isPlain(encoding: string | undefined): boolean {
  return encoding === undefined || encoding === "" || encoding === "identity";
}

function isGzip(encoding: string | undefined): boolean {
  return encoding === "gzip" || encoding === "x-gzip";
}

function namedDamage(error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  throw code.startsWith("Z_") ? new UnusableBody("the compressed body is damaged") : error;
}
