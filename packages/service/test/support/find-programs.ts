/** Finds the programs that the tests need and npm does not install. `tools/prepare-tests.ts` installs missing ones. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

export const findChromium = () =>
  findProgram("CHROMIUM_PATH", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
export const findFirefox = () => findProgram("FIREFOX_PATH", "firefox-esr", "firefox");
export const findRedis = () => findProgram("REDIS_SERVER_PATH", "redis-server", "valkey-server");
export const findNginx = () => findProgram("NGINX_PATH", "nginx");
export const findPgbouncer = () => findProgram("PGBOUNCER_PATH", "pgbouncer");

const POSTGRES_FOLDER = "/usr/lib/postgresql";

/** The oldest version that Peak runs on. */
const OLDEST_POSTGRES = 15;

/** The folder of the newest PostgreSQL's programs; `undefined` if none is installed that is new enough. */
export function findPostgres(): string | undefined {
  if (!existsSync(POSTGRES_FOLDER)) return undefined;
  const versions = readdirSync(POSTGRES_FOLDER).map(Number);
  const newestFirst = versions.filter((version) => version >= OLDEST_POSTGRES).sort((a, b) => b - a);
  return newestFirst
    .map((version) => join(POSTGRES_FOLDER, String(version), "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
}

/** A Python that can import a module: Debian's own, into which Debian's packages install, or the one on the `PATH`. */
export function findPython(module: string): string | undefined {
  const places = ["/usr/bin/python3", ...placesOf("python3")].filter((place) => existsSync(place));
  return places.find((place) => spawnSync(place, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0);
}

/** The program that a variable names, otherwise the first of these names on the `PATH` or in the system's folders. */
function findProgram(setting: string, ...names: readonly string[]): string | undefined {
  return [process.env[setting] ?? "", ...names.flatMap(placesOf)].find((place) => existsSync(place));
}

/** Debian keeps servers in the last two, which are not on the `PATH` of ordinary users. */
function placesOf(name: string): readonly string[] {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name));
}
