import { describe, expect, test } from "vitest";
import type { Endpoint } from "../../../../src/http/endpoint.js";
import { pages } from "../../../../src/http/endpoints/pages.js";
import { securityTxt } from "../../../../src/http/endpoints/well-known.js";
import { askEndpoint } from "../ask-endpoint.js";
import { sampleDeps } from "../sample-deps.js";

const SITE = { ...sampleDeps().config, baseUrl: new URL("https://peak.example/below") };

const ask = (endpoint: Endpoint, config = SITE) => askEndpoint(endpoint, { ...sampleDeps(), config });

test("the API is found from the front page in every language", async () => {
  for (const page of pages.filter(({ path }) => ["/", "/es"].includes(path))) {
    const link = (await ask(page)).header("Link");
    expect(link).toContain('<https://peak.example/below/openapi.json>; rel="service-desc"');
    expect(link).toContain('<https://peak.example/below/docs>; rel="service-doc"');
  }
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
