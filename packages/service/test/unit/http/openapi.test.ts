import { expect, test } from "vitest";
import { answerFields } from "../../../../../tools/answer-fields.js";
import { answerTypes } from "../../../../../tools/answer-types.js";
import { openapiDocument } from "../../../../../tools/openapi-document.js";
import { CurrentReply } from "../../../src/http/routes/current.js";
import { VERSION } from "../../../src/platform/version.js";
import { sampleSite } from "./sample-site.js";

interface Operation {
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly content?: object }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const [document, documentWithKeys] = await Promise.all([openapiDocument(false), openapiDocument(true)]);
const [made, withKeys] = [document, documentWithKeys] as unknown as [Description, Description];

// `npm run openapi` writes the three files.
test("the committed description, types and fields are those the program makes; else run npm run openapi", async () => {
  const root = "../../../../..";
  const openapi = JSON.parse(JSON.stringify(document)) as typeof document;
  await expect(`${JSON.stringify(openapi, null, 2)}\n`).toMatchFileSnapshot(`${root}/docs/openapi.json`);
  // The client knows the answers of API Pro, too.
  const types = answerTypes(documentWithKeys.components.schemas);
  await expect(types).toMatchFileSnapshot(`${root}/packages/client/src/types.ts`);
  const fields = answerFields(openapi.components.schemas);
  await expect(fields).toMatchFileSnapshot(`${root}/packages/mcp/src/fields.ts`);
});

test("openapi.json describes this installation by name and address, and the sandbox as a server", async () => {
  const { ask } = sampleSite({ config: { indexName: "Other", baseUrl: new URL("https://peak.example/below/") } });
  expect(await (await ask("/openapi.json")).json()).toMatchObject({
    openapi: "3.1.0",
    info: { title: "Other", version: VERSION },
    servers: [{ url: "https://peak.example/below" }, { url: "https://peak.example/below/sandbox/{scene}" }],
  });
});

test("every path that is no page is described, with ETag and 304 where it may be kept, and with its failures", () => {
  const described = [...sampleSite().app.docs];
  expect(Object.keys(made.paths).sort()).toEqual(described.map(([path]) => path).sort());
  for (const [path, { tag }] of described) {
    const { 200: success, ...others } = made.paths[path]?.get.responses ?? {};
    expect([path, "ETag" in (success?.headers ?? {}), "304" in others]).toEqual([
      path,
      tag !== "health",
      tag !== "health",
    ]);
    expect(Object.keys(others)).toEqual(expect.arrayContaining(["400", "405", "414", "431", "500"]));
  }
});

test("every answer in JSON has an example but the proof, which a made-up site has not", () => {
  const isMissing = (body: { schema?: { $ref?: string }; example?: unknown } = {}) =>
    body.schema?.$ref !== undefined && body.example === undefined;
  const missing = Object.entries(made.paths).filter(([, { get }]) =>
    isMissing(Object.values(get.responses["200"]?.content ?? {})[0]),
  );
  expect(missing.map(([path]) => path)).toEqual(["/api/public/nhci/proof", "/.well-known/peak-keys.json"]);
});

test("keys, their failure and what they open are described where API Pro is on, and only there", () => {
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

test("only the two answers of the score are closed; all others may get fields", () => {
  const closed = Object.entries(made.components["schemas"] ?? {}).filter(([, schema]) =>
    JSON.stringify(schema).includes('"additionalProperties":false'),
  );
  const named = ["CurrentReply", "BtcScore", "CryptoScore", "MarketFigures", "HistoryReply", "HistoryRow"];
  expect(closed.map(([name]) => name).sort()).toEqual(named.sort());
});

test("the schemas refuse a score with more than one decimal, and a price with more than two", () => {
  const { crypto, market } = CurrentReply.shape;
  expect([61.2, 61.24].map((score) => crypto.safeParse({ score, phase: "Hot Zone" }).success)).toEqual([true, false]);
  expect([1.25, 1.125].map((usd) => market.shape.btc_price_usd.safeParse(usd).success)).toEqual([true, false]);
});
