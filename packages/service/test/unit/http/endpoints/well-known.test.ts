import { describe, expect, test } from "vitest";
import type { Endpoint } from "../../../../src/http/endpoint.js";
import { ENDPOINTS } from "../../../../src/http/endpoints/all.js";
import { pages } from "../../../../src/http/endpoints/pages.js";
import { apiCatalog, securityTxt } from "../../../../src/http/endpoints/well-known.js";
import { askEndpoint } from "../ask-endpoint.js";
import { sampleDeps } from "../sample-deps.js";

const SITE = { ...sampleDeps().config, baseUrl: new URL("https://peak.example/below") };

const ask = (endpoint: Endpoint, config = SITE) => askEndpoint(endpoint, { ...sampleDeps(), config });

describe("the API is found", () => {
  test("from the catalog, which names what describes it, all of it paths that answer", async () => {
    const { status, header, text } = await ask(apiCatalog);
    expect([status, header("Content-Type")]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ]);
    expect(header("Link")).toBe('<https://peak.example/below/.well-known/api-catalog>; rel="api-catalog"');
    const { linkset } = JSON.parse(text) as { linkset: Record<string, unknown>[] };
    const [{ anchor, ...relations }] = linkset as [{ anchor: string; [relation: string]: unknown }];
    expect(Object.keys(relations)).toEqual(["service-desc", "service-doc", "service-meta", "status"]);
    const linked = [anchor, ...Object.values(relations as Record<string, { href: string }[]>).map(([to]) => to?.href)];
    const paths = linked.map((href) => href?.replace("https://peak.example/below", ""));
    expect(paths.filter((path) => !ENDPOINTS.some((endpoint) => endpoint.path === path))).toEqual([]);
  });

  test("from the front page in every language", async () => {
    for (const page of pages.filter(({ path }) => ["/", "/es"].includes(path))) {
      const link = (await ask(page)).header("Link");
      expect(link).toContain('<https://peak.example/below/openapi.json>; rel="service-desc"');
      expect(link).toContain('<https://peak.example/below/.well-known/api-catalog>; rel="api-catalog"');
    }
  });
});

describe("whom to tell of a weakness", () => {
  test("is said for half a year, where the operator names somebody", async () => {
    const { status, text } = await ask(securityTxt, { ...SITE, securityContact: "mailto:security@peak.example" });
    expect([status, text]).toEqual([
      200,
      "Contact: mailto:security@peak.example\nExpires: 2027-05-20T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://peak.example/below/.well-known/security.txt\n",
    ]);
  });

  test("is 404 where nobody is named", async () => {
    expect((await ask(securityTxt)).status).toBe(404);
  });
});
