import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian keeps it where the `PATH` of a plain user does not lead. */
const SYSTEM = ["/usr/sbin", "/usr/local/sbin"];

/** The nginx of the tests: `NGINX_PATH`, else the first on the `PATH` or where systems keep it. */
export function findNginx(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const folders = [...(env["PATH"] ?? "").split(delimiter), ...SYSTEM];
  const places = folders.map((folder) => join(folder, "nginx"));
  return [env["NGINX_PATH"] ?? "", ...places].find((place) => place !== "" && isExecutable(place));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
