/** What a route says of itself, of which openapi.json, `/llms.txt` and the types of the client are made. */
import type * as z from "zod";

/** Sections of openapi.json, in its order; metrics count answers by them. */
export const TAGS = ["score", "data", "pro", "embeds", "service", "health"] as const;

export type Tag = (typeof TAGS)[number];

export interface Doc {
  /** `operationId`. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Of an answer in JSON: checks what is sent, and its fields are the public fields. */
  readonly reply?: z.ZodType;
  /** The media type of any other answer. */
  readonly type?: string;
  readonly parameters?: readonly Parameter[];
  /** Failures besides those of every path and of its tag. */
  readonly failures?: readonly (404 | 503)[];
}

/** A parameter of the query as openapi.json has it. */
export interface Parameter {
  readonly name: string;
  readonly in: "query";
  readonly schema: Readonly<Record<string, unknown>>;
}

/** One of a closed list; an unknown value counts as left out. */
export function choice(name: string, values: readonly string[], fallback?: string): Parameter {
  return { name, in: "query", schema: { type: "string", enum: [...values], ...(fallback && { default: fallback }) } };
}
