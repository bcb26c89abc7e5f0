#!/usr/bin/env -S node --
/**
 * The command `peak`: the bundled service, which `npm run build` makes in a checkout and the published package holds.
 */
import { existsSync } from "node:fs";

const bundle = new URL("../dist/bundle/main.js", import.meta.url);
if (existsSync(bundle)) await import(bundle.href);
else {
  process.stderr.write("peak: the service is not built yet: run `npm run build`\n");
  process.exitCode = 2;
}
