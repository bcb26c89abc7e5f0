import * as z from "zod";
import { CurrentReply } from "./current.js";
import { QUOTA_EXAMPLE } from "./examples.js";
import { HistoryReply } from "./history.js";
import { MetaReply } from "./meta.js";
import { ref } from "./openapi-parts.js";
import { ProblemReply, QuotaReply } from "./problem.js";
import { KeysReply, ProofReply } from "./proof.js";
import { RevisionsReply } from "./revisions.js";

const HealthReply = z.strictObject({ ok: z.literal(true) });

const OembedReply = z.object({
  version: z.literal("1.0"),
  type: z.string(),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.url(),
  html: z.string().describe("an iframe"),
  width: z.int().describe("px"),
  height: z.int().describe("px"),
});

/** `components.schemas` */
export function schemas(): Readonly<Record<string, unknown>> {
  const extra = { MetaReply, ProofReply, KeysReply, RevisionsReply };
  const all = { CurrentReply, HistoryReply, ...extra, HealthReply, OembedReply, ProblemReply, QuotaReply };
  return Object.fromEntries(
    Object.entries(all).map(([name, schema]) => {
      const { $schema: _dialect, ...rest } = z.toJSONSchema(schema);
      return [name, rest];
    }),
  );
}

/** `components.headers` */
export const HEADERS = {
  ETag: header("strong validator of these very bytes; send it back in If-None-Match"),
  "Cache-Control": header("how long this may be kept"),
  "Retry-After": header("seconds after which the next request passes", "integer"),
  RateLimit: header('what is left of the limit, e.g. "public";r=0;t=37'),
  "RateLimit-Policy": header('the limit: "public";q=20;w=60'),
};

function header(description: string, type = "string") {
  return { description, schema: { type } };
}

type HeaderName = keyof typeof HEADERS;

function headers(...names: readonly HeaderName[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function problem(description: string, names: readonly HeaderName[], body: Readonly<Record<string, unknown>>) {
  return { description, headers: headers(...names), content: { "application/problem+json": body } };
}

/** `components.responses` */
export const RESPONSES = {
  NotModified: { description: "the client has these very bytes", headers: headers("ETag", "Cache-Control") },
  TooManyRequests: problem("the limit is reached", ["Retry-After", "RateLimit", "RateLimit-Policy"], {
    schema: ref("QuotaReply"),
    example: QUOTA_EXAMPLE,
  }),
  NotReady: problem("there is nothing to show yet", ["Retry-After"], { schema: ref("ProblemReply") }),
};

/** A success with a body of its own. */
export function success(description: string, type: string, schema: unknown, example?: unknown) {
  const body = example === undefined ? { schema } : { schema, example };
  return { description, headers: headers("ETag", "Cache-Control"), content: { [type]: body } };
}
