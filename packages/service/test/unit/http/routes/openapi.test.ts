import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openapiDocument } from "../../../../../../tools/openapi-document.js";
import { QuotaReply, tooManyRequests } from "../../../../src/http/problems.js";
import { CurrentReply } from "../../../../src/http/routes/current.js";
import {
  committedFields,
  committedOpenapi,
  committedTypes,
  FIELDS_FILE,
  OPENAPI_FILE,
  TYPES_FILE,
} from "../../../support/committed-openapi.js";
import { sampleSite } from "../sample-site.js";

interface Body {
  readonly schema: { readonly $ref?: string };
  readonly example?: unknown;
}

interface Operation {
  readonly security?: unknown;
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, Body>> }>
  >;
}

interface Description {
  readonly info: { readonly description: string };
  readonly servers: readonly {
    readonly url: string;
    readonly variables?: object;
  }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const made = (await openapiDocument(false)) as unknown as Description;
const withKeys = (await openapiDocument(true)) as unknown as Description;

test("the committed description, types and fields are those the program makes; else run npm run openapi", async () => {
  expect(readFileSync(OPENAPI_FILE, "utf8")).toBe(await committedOpenapi());
  expect(readFileSync(TYPES_FILE, "utf8")).toBe(await committedTypes());
  expect(readFileSync(FIELDS_FILE, "utf8")).toBe(committedFields(await committedOpenapi()));
});

test("every path that is no page is described, and the sandbox as a server with a scene in its address", () => {
  const [site, scenes] = made.servers;
  expect(scenes).toMatchObject({ url: `${site?.url}/sandbox/{scene}`, variables: { scene: { default: "bull" } } });
  const { app } = sampleSite();
  const described = [...app.docs.keys()].filter((path) => !path.startsWith("/sandbox/"));
  expect(Object.keys(made.paths).sort()).toEqual(described.sort());
});

test("no more is said to have no limit than what is described: /mcp, which has one, is not", () => {
  expect(made.info.description).toContain("all other paths described here are not metered");
});

test("keys, their failure and what they open are described where API Pro is on, and only there", () => {
  const used = (document: Description) =>
    Object.entries(document.paths).flatMap(([path, { get }]) => {
      const { security, responses } = get;
      return security === undefined ? [] : [[path, security, "401" in responses]];
    });
  const [optional, needed] = [[{}, { apiKey: [] }], [{ apiKey: [] }]];
  expect(used(withKeys)).toEqual([
    ["/api/public/nhci", optional, true],
    ["/api/public/nhci/history", optional, true],
    ["/api/pro/nhci/history", needed, true],
    ["/api/pro/nhci/history.csv", needed, true],
  ]);
  expect(withKeys.components["securitySchemes"]).toEqual({
    apiKey: { type: "apiKey", in: "header", name: "X-NHCI-API-Key" },
  });
  expect(used(made)).toEqual([]);
  expect(JSON.stringify(made)).not.toMatch(/api\/pro|apiKey|securitySchemes|Unauthorized/);
});

test("no object with fields is described twice: what stands in two answers has a name (`id` in its `meta`)", () => {
  const objects: string[] = [];
  JSON.stringify(made.components["schemas"], (_key, value) => {
    if (value?.type === "object") objects.push(JSON.stringify(value.properties));
    return value;
  });
  expect(objects.length).toBeGreaterThan(20);
  expect(objects.filter((each, i) => objects.indexOf(each) !== i)).toEqual([]);
});

test("only the two answers of the score are closed; all others may get fields", () => {
  const closed = Object.entries(made.components["schemas"] ?? {}).filter(([, schema]) =>
    JSON.stringify(schema).includes('"additionalProperties":false'),
  );
  const named = ["CurrentReply", "BtcScore", "CryptoScore", "MarketFigures", "HistoryReply", "HistoryRow"];
  expect(closed.map(([name]) => name).sort()).toEqual(named.sort());
});

test("every answer that may be kept has an ETag and a 304, and every path its failures", async () => {
  for (const [path, { maxAge }] of sampleSite().app.docs) {
    if (path.startsWith("/sandbox/")) continue;
    const { 200: success, ...others } = made.paths[path]?.get.responses ?? {};
    expect([path, "ETag" in (success?.headers ?? {}), "304" in others]).toEqual([path, maxAge > 0, maxAge > 0]);
    expect(Object.keys(others)).toEqual(expect.arrayContaining(["400", "405", "414", "431", "500"]));
  }
});

test("every answer in JSON has an example but the proof, which a made-up site has not", () => {
  const missing = Object.entries(made.paths).filter(([, { get }]) => {
    const [body] = Object.values(get.responses["200"]?.content ?? {});
    return body?.schema.$ref !== undefined && body.example === undefined;
  });
  expect(missing.map(([path]) => path)).toEqual(["/api/public/nhci/proof", "/.well-known/peak-keys.json"]);
});

test("the schemas refuse a score with more than one decimal, and a price with more than two", () => {
  const { crypto, market } = CurrentReply.shape;
  expect([61, 61.2, 61.24].map((score) => crypto.safeParse({ score, phase: "Hot Zone" }).success)).toEqual([
    ...[true, true, false],
  ]);
  const { btc_price_usd: price } = market.shape;
  expect([1, 1.25, 1.125].map((usd) => price.safeParse(usd).success)).toEqual([true, true, false]);
});

test("the schema of a refusal accepts one", () => {
  const refusal = JSON.parse(tooManyRequests(37).body.toString());
  expect(QuotaReply.strict().parse(refusal)).toEqual(refusal);
});
