import { answerFields } from "../../../../tools/answer-fields.js";
import { answerTypes } from "../../../../tools/answer-types.js";
import { ENDPOINTS, PRO_ENDPOINTS } from "../../src/http/endpoints/all.js";
import { openapiDocument } from "../../src/http/endpoints/openapi.js";
import { VERSION } from "../../src/platform/version.js";

/** Where the committed description of the interface lies. */
export const OPENAPI_FILE = new URL("../../../../docs/openapi.json", import.meta.url);

/** Where the types of the answers lie, which the client is made with and the package exports. */
export const TYPES_FILE = new URL("../../../client/src/types.ts", import.meta.url);

/** Where the schemas of their fields lie, of which the tools for agents make theirs. */
export const FIELDS_FILE = new URL("../../../mcp/src/fields.ts", import.meta.url);

const SITE = { indexName: "Peak Cycle Index", address: "https://peak.example", version: VERSION };

/** What it has to hold: the description of a made-up installation, on which API Pro is off. */
export function committedOpenapi(): string {
  return `${JSON.stringify(openapiDocument(ENDPOINTS, SITE), null, 2)}\n`;
}

/** What the types have to be. The client knows the answers of API Pro, too. */
export function committedTypes(): string {
  const openapi = JSON.stringify(openapiDocument([...ENDPOINTS, ...PRO_ENDPOINTS], SITE));
  return answerTypes(JSON.parse(openapi).components.schemas);
}

/** What the schemas of the fields have to be. @param openapi the description as text */
export function committedFields(openapi: string): string {
  return answerFields(JSON.parse(openapi).components.schemas);
}
