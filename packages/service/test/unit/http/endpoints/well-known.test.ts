import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "../../../../src/http/endpoints/all.js";
import { pages } from "../../../../src/http/endpoints/pages.js";
import { apiCatalog, securityTxt } from "../../../../src/http/endpoints/well-known.js";
import type { PreparedResponse } from "../../../../src/http/response-variants.js";
import { sampleDeps } from "../sample-deps.js";

const SITE = { ...sampleDeps().config, baseUrl: new URL("https://peak.example/below") };

function ask(endpoint: (typeof ENDPOINTS)[number] | undefined, config = SITE) {
  const responder = endpoint?.responder({ ...sampleDeps(), config });
  const response = responder?.({ headers: {} } as IncomingMessage, endpoint?.path ?? "") as PreparedResponse;
  const { status, head, body } = response;
  const header = (name: string) => head[head.indexOf(name) + 1] ?? "";
  return { status, header, text: String(body) };
}

describe("the API is found", () => {
  test("from the catalog, which names what describes it, all of it paths that answer", () => {
    const { status, header, text } = ask(apiCatalog);
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

  test("from the front page in every language", () => {
    for (const path of ["/", "/es"]) {
      const link = ask(pages.find((page) => page.path === path)).header("Link");
      expect(link).toContain('<https://peak.example/below/openapi.json>; rel="service-desc"');
      expect(link).toContain('<https://peak.example/below/.well-known/api-catalog>; rel="api-catalog"');
    }
  });
});

describe("whom to tell of a weakness", () => {
  test("is said for half a year, where the operator names somebody", () => {
    const { status, text } = ask(securityTxt, { ...SITE, securityContact: "mailto:security@peak.example" });
    expect([status, text]).toEqual([
      200,
      "Contact: mailto:security@peak.example\nExpires: 2027-05-20T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://peak.example/below/.well-known/security.txt\n",
    ]);
  });

  test("is 404 where nobody is named", () => {
    expect(ask(securityTxt).status).toBe(404);
  });
});
