/** What `/docs` says of the API, derived from the list of endpoints and the schemas that check their answers. */
import * as z from "zod";
import type { ApiReference } from "../pages/docs.js";
import type { EndpointReference, FieldRow, PathReference } from "../pages/docs-endpoint.js";
import type { ApiDescription, Endpoint } from "./endpoint.js";

/** The answers in JSON field by field, and every other path in a line. */
export function apiReference(endpoints: readonly Endpoint[]): ApiReference {
  const described = endpoints.map((endpoint) => ({ endpoint, answer: answerOf(endpoint) }));
  return {
    answers: described.flatMap(({ answer }) => answer ?? []),
    others: described.flatMap(({ endpoint: { path, api }, answer }) =>
      answer === undefined && api !== undefined ? [pathReference(path, api)] : [],
    ),
  };
}

/** An answer whose fields are described; `undefined` for any other path. */
function answerOf({ path, metered = false, needsKey = false, api }: Endpoint): EndpointReference | undefined {
  const { reply, example } = api?.success ?? {};
  if (api === undefined || reply === undefined || !IN_CHAPTERS.includes(api.tag)) return undefined;
  const { id, docsId = id, summary, docs = { heading: summary } } = api;
  const fields = fieldRows(reply.schema);
  return {
    ...pathReference(path, api),
    id: docsId,
    metered,
    needsKey,
    fields,
    example: exampleText(example),
    words: docs,
  };
}

/** Sections of which each answer in JSON has a chapter. */
const IN_CHAPTERS: readonly ApiDescription["tag"][] = ["score", "data", "pro"];

function pathReference(path: string, api: ApiDescription): PathReference {
  const { summary, parameters = [], maxAgeSeconds, tag, success } = api;
  const inQuery = parameters.filter((each) => each.in === "query");
  const body = success.mediaType.endsWith("json") ? "json" : "text";
  const data = tag === "score" || tag === "data" ? body : undefined;
  return { path, summary, maxAgeSeconds, parameters: inQuery.map(({ name }) => name), data };
}

/** Rows of a list that an example shows. */
const EXAMPLE_ROWS = 2;

/** An answer as JSON text, indented; the rows of the history are cut short. */
function exampleText(example: unknown): string {
  const { data, ...rest } = example as { readonly data?: readonly unknown[] };
  if (data === undefined || data.length <= EXAMPLE_ROWS) return JSON.stringify(example, null, 2);
  const text = JSON.stringify({ ...rest, data: data.slice(0, EXAMPLE_ROWS) }, null, 2);
  return text.replace(/\n {2}\]/, ",\n    …\n  ]");
}

/** JSON Schema, as far as answers use it. */
interface Node {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** The fields of an answer that hold values, in order. An object, a named one and a nullable one too, gives its fields. */
function fieldRows(schema: z.ZodType): readonly FieldRow[] {
  const { $defs: parts = {}, ...reply } = z.toJSONSchema(schema);
  const resolved = (part: unknown): Node => JSON.parse(JSON.stringify(part), inPlace);
  const inPlace = (_key: string, node: Node & { readonly $ref?: string }): Node =>
    node?.$ref === undefined ? node : { ...resolved(parts[node.$ref.replace("#/$defs/", "")]), ...node };
  return rowsBelow(resolved(reply), "");
}

function rowsBelow(node: Node, path: string): readonly FieldRow[] {
  if (node.items !== undefined) return rowsBelow(node.items, `${path}[]`);
  const properties = node.properties ?? node.anyOf?.find((each) => each.properties !== undefined)?.properties;
  if (properties === undefined) return [rowOf(node, path)];
  return Object.entries(properties).flatMap(([name, child]) =>
    rowsBelow(child, path === "" ? name : `${path}.${name}`),
  );
}

function rowOf(node: Node, path: string): FieldRow {
  const kinds = node.anyOf ?? [node];
  const type = kinds.flatMap((kind) => kind.type ?? "").join(" or ");
  const values = kinds.flatMap((kind) => kind.enum ?? (typeof kind.const === "string" ? [kind.const] : []));
  return { path, type, values, description: node.description ?? "" };
}
