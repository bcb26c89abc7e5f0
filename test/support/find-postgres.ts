import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/** The oldest version that Peak runs on. */
const OLDEST = 15;

/** The folder of the newest PostgreSQL's programs; `undefined` when none that is new enough is installed. */
export function findPostgres(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const newestFirst = readdirSync(DEBIAN)
    .map(Number)
    .filter((version) => version >= OLDEST)
    .sort((a, b) => b - a);
  return newestFirst
    .map((version) => join(DEBIAN, String(version), "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
}
