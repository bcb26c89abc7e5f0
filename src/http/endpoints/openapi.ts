import { addressOf } from "../../site/site.js";
import { type Endpoint, respondWith } from "../endpoint.js";
import { staticResponse } from "../memoized-response.js";
import { openapiDocument } from "../openapi.js";
import { JSON_HEADERS } from "../response-variants.js";

/** The OpenAPI description of this installation. */
export const openapi: Endpoint = {
  path: "/openapi.json",
  group: "page",
  api: {
    id: "openapi",
    tag: "service",
    summary: "This document",
    success: { description: "OpenAPI 3.1", mediaType: "application/json", schema: { type: "object" } },
  },
  responder: ({ config, scripts, endpoints }) =>
    respondWith(
      staticResponse(JSON_HEADERS, () => {
        const version = scripts.code.version.replace(/-[0-9a-f]{8}$/, "");
        const site = { indexName: config.indexName, address: addressOf(config, ""), version };
        return JSON.stringify(openapiDocument(endpoints, site));
      }),
    ),
};
