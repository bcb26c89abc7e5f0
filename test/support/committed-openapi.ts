import { ENDPOINTS } from "../../src/http/endpoints/all.js";
import { openapiDocument } from "../../src/http/openapi.js";
import { VERSION } from "../../src/platform/version.js";

/** Where the committed description of the interface lies. */
export const OPENAPI_FILE = new URL("../../docs/openapi.json", import.meta.url);

/** What it has to hold: the description of a made-up installation. */
export function committedOpenapi(): string {
  const site = { indexName: "Peak Cycle Index", address: "https://peak.example", version: VERSION };
  return `${JSON.stringify(openapiDocument(ENDPOINTS, site), null, 2)}\n`;
}
