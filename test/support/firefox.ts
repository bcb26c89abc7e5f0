import { join } from "node:path";
import { type Environment, firstExecutable, pathFolders } from "./find-program.js";

const NAMES = ["firefox-esr", "firefox"];

/** The second browser of the tests: `FIREFOX_PATH`, else the first of the usual names on the `PATH`. */
export function findFirefox(env: Environment = process.env): string | undefined {
  const places = pathFolders(env).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return firstExecutable([env["FIREFOX_PATH"], ...places]);
}
