import { brotliCompressSync, gzipSync } from "node:zlib";
import { ENCODINGS, type Encoding } from "./encoding.js";
import { etagOf } from "./etag.js";

/** The bytes of one text in one encoding. */
export interface Form {
  /** Text when it is ASCII only. */
  readonly body: string | Uint8Array;
  readonly length: number;
  readonly etag: string;
}

/** One text in every encoding we offer. Made when the text changes, never on a request. */
export type Representation = Readonly<Record<Encoding, Form>>;

export function representationOf(text: string): Representation {
  const bytes = Buffer.from(text);
  const compressed = { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }) };
  return {
    br: formOf(compressed.br),
    gzip: formOf(compressed.gzip),
    identity: formOf(bytes.length === text.length ? text : bytes),
  };
}

function formOf(body: string | Uint8Array): Form {
  return { body, length: body.length, etag: etagOf(body) };
}

/** Calls `make` for every encoding. */
export function forEachEncoding<T>(make: (encoding: Encoding) => T): Readonly<Record<Encoding, T>> {
  const [br, gzip, identity] = ENCODINGS;
  return { [br]: make(br), [gzip]: make(gzip), [identity]: make(identity) };
}
