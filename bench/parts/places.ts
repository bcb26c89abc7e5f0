import { fileURLToPath } from "node:url";

/** The folder of the package. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The service as `npm start` runs it. */
export const SERVICE = fileURLToPath(new URL("../../dist/src/main.js", import.meta.url));

/** A script of the bench that runs as a process of its own. */
export function script(name: string): string {
  return fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
}
