import { join } from "node:path";
import { type Environment, firstExecutable, pathFolders } from "./find-program.js";

/** Debian keeps it where the `PATH` of a plain user does not lead. */
const SYSTEM = ["/usr/sbin", "/usr/local/sbin"];

/** The nginx of the tests: `NGINX_PATH`, else the first on the `PATH` or where systems keep it. */
export function findNginx(env: Environment = process.env): string | undefined {
  const places = [...pathFolders(env), ...SYSTEM].map((folder) => join(folder, "nginx"));
  return firstExecutable([env["NGINX_PATH"], ...places]);
}
