import { writeFileSync } from "node:fs";
import { committedOpenapi, OPENAPI_FILE } from "../test/support/committed-openapi.js";

writeFileSync(OPENAPI_FILE, committedOpenapi());
console.log(`${OPENAPI_FILE.pathname} written`);
