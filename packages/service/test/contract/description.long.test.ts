/**
 * The description of the API against a live service: of every operation the status, the media type, the headers that
 * are always there, and the body by its schema, in which a field that is not described is an error too.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ask, freshClient } from "../support/ask.js";
import { type LiveService, startSettled } from "../support/live-service.js";

type JsonSchema = Record<string, z.core.JSONSchema.JSONSchema>;

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly enum?: readonly string[] } }[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: JsonSchema; readonly responses: Readonly<Record<string, Response>> };
}

let service: LiveService;
let description: Description;
let operations: readonly (readonly [path: string, operation: Operation])[];

beforeAll(async () => {
  service = await startSettled({ SECURITY_CONTACT: "mailto:security@peak.example" });
  for (const path of ["/api/public/nhci/record", "/embed/nhci-cycle.png"]) await service.until200(path, 60_000);
  const { text } = await service.get("/openapi.json");
  description = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"), onlyDescribedFields);
  operations = Object.entries(description.paths).map(([path, { get }]) => [path, get]);
}, 120_000);
afterAll(() => service.end());

test("every operation answers as it is described, with the first and the last value of its parameters", async () => {
  const faults: string[] = [];
  for (const [path, operation] of operations) {
    for (const place of [0, -1]) faults.push(...(await faultsOf(operation, path + queryOf(operation, place), 200)));
    faults.push(...(await faultsOf(operation, `${path}?x=${"x".repeat(3000)}`, 414)));
    faults.push(...(await faultsOf(operation, path, 431, { "X-Large": "x".repeat(9000) })));
    if ("304" in operation.responses) faults.push(...(await faultsOf(operation, path, 304, { "If-None-Match": "*" })));
  }
  expect(faults).toEqual([]);
});

test.each([
  ["waiting", 503],
  ["limited", 429],
])("what the scene %s refuses with %i is described", async (scene, status) => {
  const { paths } = JSON.parse((await service.get("/sandbox")).text);
  // A picture of a scene without a score says so, and is refused only when it cannot be drawn.
  const refusing = operations.filter(
    ([path, { responses }]) => paths.includes(path) && !path.endsWith(".png") && `${status}` in responses,
  );
  expect(refusing.length).toBeGreaterThan(1);
  for (const [path, operation] of refusing)
    expect(await faultsOf(operation, `/sandbox/${scene}${path}`, status)).toEqual([]);
});

test("every example in the description is one that the description allows", () => {
  const examples = operations.flatMap(([, { responses }]) =>
    Object.values(responses).flatMap((response) =>
      Object.entries(resolved(response)?.content ?? {}).flatMap(([type, { example }]) =>
        example === undefined ? [] : [bodyFault(response, type, JSON.stringify(example))],
      ),
    ),
  );
  expect(examples.length).toBeGreaterThan(10);
  expect(examples.filter((fault) => fault !== undefined)).toEqual([]);
});

function queryOf({ parameters = [] }: Operation, place: number): string {
  const values = parameters.map(({ name, schema }) => [name, schema.enum?.at(place) ?? ""]);
  return values.length === 0 ? "" : `?${new URLSearchParams(values)}`;
}

/** Asks, and says what differs from the description. */
async function faultsOf(
  { responses }: Operation,
  path: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const reply = await ask(service.origin + path, { headers, from: freshClient() });
  const described = resolved(responses[status]);
  if (reply.status !== status || described === undefined) return [`${path}: ${reply.status} and not ${status}`];
  const missing = Object.keys(described.headers ?? {}).filter((name) => !(name.toLowerCase() in reply.headers));
  const type = reply.headers["content-type"]?.split(";")[0] ?? "";
  const fault = bodyFault(described, type, reply.text);
  return [...missing, ...(fault === undefined ? [] : [fault])].map((each) => `${path} (${status}): ${each}`);
}

function resolved(response: Response | undefined): Response | undefined {
  const name = response?.$ref?.split("/").at(-1);
  return name === undefined ? response : description.components.responses[name];
}

function bodyFault(described: Response, type: string, text: string): string | undefined {
  const { content } = resolved(described) ?? {};
  if (content === undefined) return text === "" ? undefined : "has a body";
  const form = content[type];
  if (form === undefined || text === "") return `a body of ${text.length} as ${type}`;
  if (form.schema === undefined) return undefined; // bytes
  const body: unknown = type.endsWith("json") ? JSON.parse(text) : text;
  const { error } = z.fromJSONSchema({ ...form.schema, $defs: description.components.schemas }).safeParse(body);
  return error === undefined ? undefined : z.prettifyError(error);
}

/** Of an object with named fields no other ones are taken. */
function onlyDescribedFields(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && "properties" in value && "type" in value;
  return isObject && !("additionalProperties" in value) ? { ...value, additionalProperties: false } : value;
}
