import { join } from "node:path";
import { type Environment, firstExecutable, pathFolders } from "./find-program.js";

const NAMES = ["redis-server", "valkey-server"];

/** The server of the tests: `REDIS_SERVER_PATH`, else the first of the usual names on the `PATH`. */
export function findRedis(env: Environment = process.env): string | undefined {
  const places = NAMES.flatMap((name) => pathFolders(env).map((folder) => join(folder, name)));
  return firstExecutable([env["REDIS_SERVER_PATH"], ...places]);
}
