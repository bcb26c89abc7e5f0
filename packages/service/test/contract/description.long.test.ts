/**
 * The description of the API against a live service, compared by Redocly's Respect: status, media type, schema, and the headers
 * that are always there. Here is only said what it is to ask for.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveService, settledService } from "../integration/process/live-service.js";
import { ask } from "../support/ask.js";
import { eventually, startProgram } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

const RESPECT = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

let service: LiveService;
let description: Description;
beforeAll(async () => {
  service = await settledService({ pictures: "drawn", settings: { SECURITY_CONTACT: "mailto:security@peak.example" } });
  for (const path of ["/api/public/nhci/record", "/embed/nhci-cycle.png"])
    await eventually(path, async () => (await ask(service.origin + path)).status === 200 || undefined, 60_000);
  description = JSON.parse((await ask(`${service.origin}/openapi.json`)).text);
}, 120_000);
afterAll(() => service.end());

test("every operation answers as it is described, with every value of its parameters", async () => {
  await expectAsDescribed("", operations().flatMap(plainCases));
});

test.each([
  ["waiting", 503],
  ["limited", 429],
])("what the scene %s refuses with %i is described", async (scene, status) => {
  const { paths } = JSON.parse((await ask(`${service.origin}/sandbox`)).text);
  const refusing = operations().filter(({ path, responses }) => paths.includes(path) && `${status}` in responses);
  expect(refusing.length).toBeGreaterThan(1);
  const cases = refusing.map(({ operationId: id }) => ({ id, status }));
  await expectAsDescribed(`/sandbox/${scene}`, cases);
});

interface Operation {
  readonly operationId: string;
  readonly path: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "query";
    readonly required?: boolean;
    readonly schema: { readonly enum?: readonly string[] };
  }[];
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

interface ResponseDescription {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Omit<Operation, "path"> }>>;
  readonly components: { readonly responses: Readonly<Record<string, ResponseDescription>> };
}

/** One request, and the status that it has to be answered with. */
interface Case {
  readonly id: string;
  readonly status: number;
  readonly query?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
}

function operations(): readonly Operation[] {
  return Object.entries(description.paths).map(([path, { get }]) => ({ ...get, path }));
}

/**
 * Each value of each parameter once, several in one request; of a PNG, which takes a second to draw, the first and the last. Then
 * what every operation refuses or answers without a body.
 */
function plainCases({ operationId: id, path, parameters = [], responses }: Operation): Case[] {
  const values = ({ schema: { enum: all = [] } }: (typeof parameters)[number]) => {
    return path.endsWith(".png") ? [all[0], all.at(-1)] : all;
  };
  const count = Math.max(1, ...parameters.map((parameter) => values(parameter).length));
  const asked = (i: number) =>
    Object.fromEntries(
      parameters
        .filter(({ schema }) => schema.enum !== undefined)
        .map((parameter) => [parameter.name, values(parameter)[i % values(parameter).length] ?? ""]),
    );
  const usual = { id, query: asked(0) };
  return [
    ...Array.from({ length: count }, (_, i) => ({ id, status: 200, query: asked(i) })),
    ...("304" in responses ? [{ ...usual, status: 304, header: { "If-None-Match": "*" } }] : []),
    { ...usual, status: 414, query: { ...usual.query, x: "x".repeat(3000) } },
    { ...usual, status: 431, header: { "X-Large": "x".repeat(9000) } },
  ];
}

/** Has Respect ask and compare. @param below the path at which the service stands */
async function expectAsDescribed(below: string, cases: readonly Case[]): Promise<void> {
  const folder = tempFolder();
  const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
  write("openapi.json", description);
  write("asked.arazzo.yaml", {
    arazzo: "1.0.1",
    info: { title: "what is asked", version: "1" },
    sourceDescriptions: [{ name: "api", type: "openapi", url: "openapi.json" }],
    workflows: cases.map((each, i) => ({ workflowId: `${each.id}-${each.status}-${i}`, steps: [stepOf(each)] })),
  });
  const words = [RESPECT, "respect", "asked.arazzo.yaml", "-S", `api=${service.origin}${below}`, "--max-steps", "999"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const respect = startProgram(process.execPath, words, { cwd: folder, env });
  const { code } = await respect.ended;
  const said = [...respect.out, ...respect.err].join("\n");
  expect(code, said.slice(said.indexOf("Failed tests info"))).toBe(0);
  expect(said).toContain(`Workflows: ${cases.length} passed, ${cases.length} total`);
}

function stepOf({ id, status, ...parts }: Case): unknown {
  const parameters = (["query", "header"] as const).flatMap((kind) =>
    Object.entries(parts[kind] ?? {}).map(([name, value]) => ({ name, in: kind, value })),
  );
  const response = operations().find(({ operationId }) => operationId === id)?.responses[status];
  const { headers = {} } = description.components.responses[response?.$ref?.split("/").at(-1) ?? ""] ?? response ?? {};
  const conditions = [
    `$statusCode == ${status}`,
    ...Object.keys(headers).map((name) => `$response.header.${name} != null`),
  ];
  return {
    stepId: "asks",
    operationId: `$sourceDescriptions.api.${id}`,
    parameters,
    successCriteria: conditions.map((condition) => ({ condition })),
  };
}
