import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Prometheus' own checker of its files: `PROMTOOL_PATH`, else the one on the `PATH`. */
export function findPromtool(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const places = (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "promtool"));
  return [env["PROMTOOL_PATH"] ?? "", ...places].find((place) => place !== "" && isExecutable(place));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
