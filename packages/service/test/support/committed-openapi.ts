import { answerFields } from "../../../../tools/answer-fields.js";
import { answerTypes } from "../../../../tools/answer-types.js";
import { openapiDocument } from "../../../../tools/openapi-document.js";

/** Where the committed description of the interface lies. */
export const OPENAPI_FILE = new URL("../../../../docs/openapi.json", import.meta.url);

/** Where the types of the answers lie, which the client is made with and the package exports. */
export const TYPES_FILE = new URL("../../../client/src/types.ts", import.meta.url);

/** Where the schemas of their fields lie, of which the tools for agents make theirs. */
export const FIELDS_FILE = new URL("../../../mcp/src/fields.ts", import.meta.url);

/** What it has to hold: the description of a made-up installation, on which API Pro is off. */
export async function committedOpenapi(): Promise<string> {
  return `${JSON.stringify(await openapiDocument(false), null, 2)}\n`;
}

/** What the types have to be. The client knows the answers of API Pro, too. */
export async function committedTypes(): Promise<string> {
  return answerTypes((await openapiDocument(true)).components.schemas);
}

/** What the schemas of the fields have to be. @param openapi the description as text */
export function committedFields(openapi: string): string {
  return answerFields(JSON.parse(openapi).components.schemas);
}
