import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

// Where the programs are that the tests need and npm does not bring. `tools/prepare-tests.ts` installs what is missing.

/** In which they are looked for. */
type Environment = Readonly<Record<string, string | undefined>>;

export const findChromium = () =>
  findProgram("CHROMIUM_PATH", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
export const findFirefox = () => findProgram("FIREFOX_PATH", "firefox-esr", "firefox");
export const findRedis = () => findProgram("REDIS_SERVER_PATH", "redis-server", "valkey-server");
export const findNginx = () => findProgram("NGINX_PATH", "nginx");

const POSTGRES_FOLDER = "/usr/lib/postgresql";

/** The oldest version that Peak runs on. */
const OLDEST_POSTGRES = 15;

/** The folder of the newest PostgreSQL's programs; `undefined` when none that is new enough is installed. */
export function findPostgres(): string | undefined {
  if (!existsSync(POSTGRES_FOLDER)) return undefined;
  const newestFirst = readdirSync(POSTGRES_FOLDER)
    .map(Number)
    .filter((version) => version >= OLDEST_POSTGRES)
    .sort((a, b) => b - a);
  return newestFirst
    .map((version) => join(POSTGRES_FOLDER, String(version), "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
}

/** A Python that can import a module: Debian's, which its packages are for, else the one on the `PATH`. */
export function findPython(module: string): string | undefined {
  return ["/usr/bin/python3", ...placesOf("python3", process.env)]
    .filter(isExecutable)
    .find((place) => spawnSync(place, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0);
}

/** What a setting names, else the first of the names where a shell or the system keeps its programs. */
function findProgram(setting: string, ...names: readonly string[]): string | undefined {
  const env: Environment = process.env;
  const named = env[setting];
  return [...(named ? [named] : []), ...names.flatMap((name) => placesOf(name, env))].find(isExecutable);
}

/** Debian keeps servers where the `PATH` of a plain user does not lead. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

function placesOf(name: string, env: Environment): readonly string[] {
  return [...(env["PATH"] ?? "").split(delimiter), ...SYSTEM_FOLDERS].map((folder) => join(folder, name));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
