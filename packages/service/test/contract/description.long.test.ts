/**
 * The description of the API against a live service: of every operation the status, the media type, the headers that
 * are always there, and the body by its schema, in which a field that is not described is an error too.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type LiveService, settledService } from "../integration/process/live-service.js";
import { ask, freshClient } from "../support/ask.js";
import { eventually } from "../support/service-process.js";

type JsonSchema = Record<string, z.core.JSONSchema.JSONSchema>;

interface Operation {
  readonly path: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "query" | "path";
    readonly schema: { readonly enum?: readonly string[] };
  }[];
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

interface ResponseDescription {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Omit<Operation, "path"> }>>;
  readonly components: {
    readonly schemas: JsonSchema;
    readonly responses: Readonly<Record<string, ResponseDescription>>;
  };
}

let service: LiveService;
let description: Description;
let operations: readonly Operation[];

beforeAll(async () => {
  service = await settledService({ pictures: "drawn", settings: { SECURITY_CONTACT: "mailto:security@peak.example" } });
  for (const path of ["/api/public/nhci/record", "/embed/nhci-cycle.png"])
    await eventually(path, async () => (await ask(service.origin + path)).status === 200 || undefined, 60_000);
  const { text } = await ask(`${service.origin}/openapi.json`);
  description = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"), onlyDescribedFields);
  operations = Object.entries(description.paths).map(([path, { get }]) => ({ ...get, path }));
}, 120_000);
afterAll(() => service.end());

test("every operation answers as it is described, with every value of its parameters", async () => {
  const faults: string[] = [];
  for (const operation of operations) {
    for (const path of pathsOf(operation)) {
      faults.push(...(await faultsOf(operation, path, 200)));
      faults.push(...(await faultsOf(operation, `${path.split("?")[0]}?x=${"x".repeat(3000)}`, 414)));
    }
    const [path = ""] = pathsOf(operation);
    faults.push(...(await faultsOf(operation, path, 431, { "X-Large": "x".repeat(9000) })));
    if ("304" in operation.responses) faults.push(...(await faultsOf(operation, path, 304, { "If-None-Match": "*" })));
  }
  expect(faults).toEqual([]);
});

test.each([
  ["waiting", 503],
  ["limited", 429],
])("what the scene %s refuses with %i is described", async (scene, status) => {
  const { paths } = JSON.parse((await ask(`${service.origin}/sandbox`)).text);
  // A picture of a scene without a score says so, and is refused only when it cannot be drawn.
  const refusing = operations.filter(
    ({ path, responses }) => paths.includes(path) && !path.endsWith(".png") && `${status}` in responses,
  );
  expect(refusing.length).toBeGreaterThan(1);
  for (const operation of refusing)
    expect(await faultsOf(operation, operation.path, status, {}, `/sandbox/${scene}`)).toEqual([]);
});

test("every example in the description is one that the description allows", () => {
  let examples = 0;
  for (const { path, responses } of operations) {
    for (const response of Object.values(responses)) {
      for (const [type, { example }] of Object.entries(resolved(response)?.content ?? {})) {
        if (example === undefined) continue;
        examples++;
        const text = typeof example === "string" ? example : JSON.stringify(example);
        expect([path, bodyFault(response, type, text)]).toEqual([path, undefined]);
      }
    }
  }
  expect(examples).toBeGreaterThan(10);
});

test("a field that is missing, undescribed or of another type is told", async () => {
  const operation = operations.find(({ path }) => path === "/api/public/nhci");
  if (operation === undefined) throw new Error("the current score is not described");
  const { text } = await ask(`${service.origin}${operation.path}`, { from: freshClient() });
  const told = (from: string, to: string) => {
    expect(text).toContain(from);
    return bodyFault(operation.responses["200"], "application/json", text.replace(from, to));
  };
  expect(told('"ok"', '"ok"')).toBeUndefined();
  expect(told('"stale":', '"stall":')).toContain("stale");
  expect(told('{"score":', '{"more":1,"score":')).toContain("more");
  expect(told('"score":', '"score":"x","was":')).toContain("score");
});

/** With each value of each parameter once, several in one address; of PNGs, which take long, the first and the last. */
function pathsOf({ path, parameters = [] }: Operation): readonly string[] {
  const values = parameters.map(({ schema }) => {
    const all = schema.enum ?? [];
    return path.endsWith(".png") ? [...new Set([...all.slice(0, 1), ...all.slice(-1)])] : all;
  });
  const count = Math.max(1, ...values.map(({ length }) => length));
  return Array.from({ length: count }, (_, i) => {
    let filled = path;
    const query = new URLSearchParams();
    for (const [place, { name, in: kind }] of parameters.entries()) {
      const all = values[place] ?? [];
      const value = all[i % all.length];
      if (value === undefined) continue;
      if (kind === "path") filled = filled.replace(`{${name}}`, value);
      else query.set(name, value);
    }
    return query.size === 0 ? filled : `${filled}?${query}`;
  });
}

/** Asks, and says what differs from the description. */
async function faultsOf(
  { responses }: Operation,
  path: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  below = "",
): Promise<readonly string[]> {
  const reply = await ask(service.origin + below + path, { headers, from: freshClient() });
  const described = resolved(responses[status]);
  const type = reply.headers["content-type"]?.split(";")[0] ?? "";
  const found = [
    reply.status === status ? undefined : `status ${reply.status}`,
    described === undefined ? "is not described" : undefined,
    ...Object.keys(described?.headers ?? {}).map((name) =>
      reply.headers[name.toLowerCase()] === undefined ? `has no ${name}` : undefined,
    ),
    described === undefined ? undefined : bodyFault(described, type, reply.text),
  ];
  return found.filter((fault) => fault !== undefined).map((fault) => `${below}${path} (${status}): ${fault}`);
}

function resolved(response: ResponseDescription | undefined): ResponseDescription | undefined {
  const name = response?.$ref?.split("/").at(-1);
  return name === undefined ? response : description.components.responses[name];
}

function bodyFault(described: ResponseDescription | undefined, type: string, text: string): string | undefined {
  const { content } = resolved(described) ?? {};
  if (content === undefined) return text === "" ? undefined : "has a body";
  const { schema } = content[type] ?? {};
  if (schema === undefined) return `media type ${type}`;
  if (text === "") return "has no body";
  const body: unknown = type.endsWith("json") ? JSON.parse(text) : text;
  const { error } = z.fromJSONSchema({ ...schema, $defs: description.components.schemas }).safeParse(body);
  return error === undefined ? undefined : z.prettifyError(error);
}

/** Of an object with named fields no other ones are taken. */
function onlyDescribedFields(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && "properties" in value && "type" in value;
  return isObject && !("additionalProperties" in value) ? { ...value, additionalProperties: false } : value;
}
