import { join } from "node:path";
import { type Environment, firstExecutable, pathFolders } from "./find-program.js";

/** Prometheus' own checker of its files: `PROMTOOL_PATH`, else the one on the `PATH`. */
export function findPromtool(env: Environment = process.env): string | undefined {
  const places = pathFolders(env).map((folder) => join(folder, "promtool"));
  return firstExecutable([env["PROMTOOL_PATH"], ...places]);
}
