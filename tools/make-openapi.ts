/** `npm run openapi` writes docs/openapi.json, and from it the client's types and the tools' schemas. */

import { writeFileSync } from "node:fs";
import {
  committedFields,
  committedOpenapi,
  committedTypes,
  FIELDS_FILE,
  OPENAPI_FILE,
  TYPES_FILE,
} from "../packages/service/test/support/committed-openapi.js";

const openapi = await committedOpenapi();
for (const [file, text] of [
  [OPENAPI_FILE, openapi],
  [TYPES_FILE, await committedTypes()],
  [FIELDS_FILE, committedFields(openapi)],
] as const) {
  writeFileSync(file, text);
  console.log(`${file.pathname} written`);
}
