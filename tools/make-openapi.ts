/** Writes docs/openapi.json and the types of the client, which are made from it. */

import { writeFileSync } from "node:fs";
import {
  committedOpenapi,
  committedTypes,
  OPENAPI_FILE,
  TYPES_FILE,
} from "../packages/service/test/support/committed-openapi.js";

const openapi = committedOpenapi();
for (const [file, text] of [
  [OPENAPI_FILE, openapi],
  [TYPES_FILE, committedTypes(openapi)],
] as const) {
  writeFileSync(file, text);
  console.log(`${file.pathname} written`);
}
