import { readFileSync, writeFileSync } from "node:fs";
import { methodHtml } from "./method-html.js";

/** Beside the scripts that tools/build-widgets.ts has made before. */
const OUT = "dist/widgets";

writeFileSync(`${OUT}/method.html`, methodHtml(readFileSync("docs/method.md", "utf8")));
