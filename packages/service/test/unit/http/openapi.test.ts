/**
 * Compares the description of the API with a site. For every operation: the status, the media type, the required
 * headers, and the body by its schema, in which an undescribed field is an error, too.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { answerFields } from "../../../../../tools/answer-fields.js";
import { answerTypes } from "../../../../../tools/answer-types.js";
import { openapiDocument } from "../../../../../tools/openapi-document.js";
import { SANDBOX_KEY } from "../../../src/domain/api-key.js";
import { CurrentReply } from "../../../src/published/current-reply.js";
import { VERSION } from "../../../src/version.js";
import { sampleSite } from "../../support/sample-site.js";

type JsonSchema = Record<string, z.core.JSONSchema.JSONSchema>;

interface Described {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;
}

interface Operation {
  readonly description?: string;
  readonly security?: unknown;
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly enum?: readonly string[] } }[];
  readonly responses: Readonly<Record<string, Described>>;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: JsonSchema; readonly responses: Readonly<Record<string, Described>> };
}

const [document, documentWithKeys] = await Promise.all([openapiDocument(false), openapiDocument(true)]);
const [made, withKeys] = [document, documentWithKeys] as unknown as [Description, Description];

/** A site with API Pro, a key that is always valid, and no limit. */
const site = sampleSite({
  config: { securityContact: "mailto:security@peak.example" },
  limit: { take: () => 0 },
  pro: { check: () => ({ hash: "", perMinute: 600 }) },
});

/** An object with named fields accepts no others. */
const strict: Description = JSON.parse(
  JSON.stringify(withKeys).replaceAll("#/components/schemas/", "#/$defs/"),
  (_name, value) => (value?.properties && value.type === "object" ? { additionalProperties: false, ...value } : value),
);
const OPERATIONS = Object.entries(strict.paths).map(([path, { get }]) => [path, get] as const);

function resolved(response: Described | undefined): Described | undefined {
  const name = response?.$ref?.split("/").at(-1);
  return name === undefined ? response : strict.components.responses[name];
}

function bodyFault({ content }: Described, type: string, text: string): string | undefined {
  if (content === undefined) return text === "" ? undefined : "has a body";
  const form = content[type];
  if (form === undefined || text === "") return `a body of ${text.length} as ${type}`;
  if (form.schema === undefined) return undefined; // bytes
  const body: unknown = type.endsWith("json") ? JSON.parse(text) : text;
  const { error } = z.fromJSONSchema({ ...form.schema, $defs: strict.components.schemas }).safeParse(body);
  return error && z.prettifyError(error);
}

/** Sends a request and returns how the response differs from the description. */
async function faultsOf({ responses }: Operation, path: string, status: number, tags?: string): Promise<string[]> {
  const headers = { "x-nhci-api-key": SANDBOX_KEY, ...(tags && { "if-none-match": tags }) };
  const reply = await site.ask(path, { headers });
  const described = resolved(responses[status]);
  if (reply.status !== status || described === undefined) return [`${path}: ${reply.status} and not ${status}`];
  const missing = Object.keys(described.headers ?? {}).filter((name) => !reply.headers.has(name));
  const fault = bodyFault(described, reply.headers.get("content-type")?.split(";")[0] ?? "", await reply.text());
  return [...missing, ...(fault === undefined ? [] : [fault])].map((each) => `${path} (${status}): ${each}`);
}

test("every operation responds as described, with the first and the last value of its parameters", async () => {
  const faults: string[] = [];
  for (const [path, operation] of OPERATIONS) {
    for (const place of [0, -1]) {
      const choices = (operation.parameters ?? []).filter(({ schema }) => schema.enum);
      const query = new URLSearchParams(choices.map(({ name, schema }) => [name, schema.enum?.at(place) ?? ""]));
      faults.push(...(await faultsOf(operation, `${path}?${query}`, 200)));
    }
    faults.push(...(await faultsOf(operation, `${path}?x=${"x".repeat(3000)}`, 414)));
    if ("304" in operation.responses) faults.push(...(await faultsOf(operation, path, 304, "*")));
  }
  expect(OPERATIONS.length).toBeGreaterThan(25);
  expect(faults).toEqual([]);
});

test.each([
  ["waiting", 503],
  ["limited", 429],
])("the error of the scene %s, %i, is described", async (scene, status) => {
  const { paths } = await (await site.ask("/sandbox")).json();
  // A picture of a scene without a score says so; it is an error only if it cannot be drawn.
  const refusing = OPERATIONS.filter(
    ([path, { responses }]) => paths.includes(path) && !path.endsWith(".png") && `${status}` in responses,
  );
  expect(refusing.length).toBeGreaterThan(3);
  const faults = refusing.map(([path, operation]) => faultsOf(operation, `/sandbox/${scene}${path}`, status));
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

test("every operation has a sentence about its use", () => {
  const silent = OPERATIONS.filter(([, { description = "" }]) => !/^[A-Z`].{25,}\.$/.test(description));
  expect(silent.map(([path]) => path)).toEqual([]);
});

test("every JSON response has an example that the description allows", () => {
  for (const [path, { responses }] of OPERATIONS) {
    const [[type, { schema, example }] = ["", {}]] = Object.entries(responses["200"]?.content ?? {});
    if (schema?.["$ref"] === undefined) continue;
    expect([path, bodyFault(responses["200"]!, type, JSON.stringify(example))]).toEqual([path, undefined]);
  }
});

// `npm run openapi` writes the three files.
test("the committed description, types and fields are up to date; otherwise run npm run openapi", async () => {
  const root = "../../../../..";
  const openapi = JSON.parse(JSON.stringify(document)) as typeof document;
  await expect(`${JSON.stringify(openapi, null, 2)}\n`).toMatchFileSnapshot(`${root}/docs/openapi.json`);
  // The client also knows the responses of API Pro.
  const types = answerTypes(documentWithKeys.components.schemas);
  await expect(types).toMatchFileSnapshot(`${root}/packages/client/src/types.ts`);
  const fields = answerFields(openapi.components.schemas);
  await expect(fields).toMatchFileSnapshot(`${root}/packages/mcp/src/fields.ts`);
});

test("openapi.json describes this installation by name and address, and the sandbox as a server", async () => {
  const { ask } = sampleSite({ config: { indexName: "Other", baseUrl: new URL("https://peak.example/below/") } });
  expect(await (await ask("/openapi.json")).json()).toMatchObject({
    openapi: "3.1.0",
    info: {
      title: "Other",
      version: VERSION,
      contact: { name: expect.any(String), url: "https://peak.example/below/" },
    },
    servers: [{ url: "https://peak.example/below" }, { url: "https://peak.example/below/sandbox/{scene}" }],
  });
});

test("the unlimited response for our widgets after a 429 is described nowhere", async () => {
  const page = readFileSync(new URL("../../../../../docs/api.md", import.meta.url), "utf8");
  const shown = await Promise.all(
    ["/llms.txt", "/sandbox", "/docs"].map(async (path) => (await site.ask(path)).text()),
  );
  for (const text of [JSON.stringify(withKeys), page, ...shown]) expect(text).not.toContain("/embed/nhci.json");
  expect((await site.ask("/embed/nhci.json")).status).toBe(200);
});

test("keys, their failures and their paths are described only if API Pro is on", () => {
  const used = Object.entries(withKeys.paths).flatMap(([path, { get }]) =>
    get.security === undefined ? [] : [[path, get.security, "401" in get.responses]],
  );
  const [optional, needed] = [[{}, { apiKey: [] }], [{ apiKey: [] }]];
  expect(used).toEqual([
    ["/api/public/nhci", optional, true],
    ["/api/public/nhci/history", optional, true],
    ["/api/pro/nhci/history", needed, true],
    ["/api/pro/nhci/history.csv", needed, true],
  ]);
  expect(JSON.stringify(made)).not.toMatch(/api\/pro|apiKey|securitySchemes|Unauthorized/);
});

test("only the two score responses are closed; all others may gain fields", () => {
  const closed = Object.entries(made.components.schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('"additionalProperties":false'),
  );
  const named = ["CurrentReply", "BtcScore", "CryptoScore", "MarketFigures", "HistoryReply", "HistoryRow"];
  expect(closed.map(([name]) => name).sort()).toEqual(named.sort());
});

test("the schemas reject a score with more than one decimal, and a price with more than two", () => {
  const { crypto, market } = CurrentReply.shape;
  expect([61.2, 61.24].map((score) => crypto.shape.score.safeParse(score).success)).toEqual([true, false]);
  expect([1.25, 1.125].map((usd) => market.shape.btc_price_usd.safeParse(usd).success)).toEqual([true, false]);
});
