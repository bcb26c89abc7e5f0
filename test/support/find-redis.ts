import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["redis-server", "valkey-server"];

/** The server of the tests: `REDIS_SERVER_PATH`, else the first of the usual names on the `PATH`. */
export function findRedis(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [env["REDIS_SERVER_PATH"] ?? "", ...places].find((place) => place !== "" && isExecutable(place));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
