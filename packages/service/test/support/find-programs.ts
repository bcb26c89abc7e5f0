import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

// Where the programs are that the tests need and npm does not bring. `tools/prepare-tests.ts` installs what is missing.

/** In which they are looked for. */
type Environment = Readonly<Record<string, string | undefined>>;

export const findChromium = () =>
  findProgram("CHROMIUM_PATH", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
export const findFirefox = () => findProgram("FIREFOX_PATH", "firefox-esr", "firefox");
export const findRedis = () => findProgram("REDIS_SERVER_PATH", "redis-server", "valkey-server");
export const findNginx = () => findProgram("NGINX_PATH", "nginx");
/** Unpacked only: installed it would serve a page of its own on port 80. */
export const findCaddy = () =>
  findProgram("CADDY_PATH", "caddy") ?? [join(UNPACKED, "usr/bin/caddy")].find(isExecutable);
/** Prometheus' own checker of its files. */
export const findPromtool = () => findProgram("PROMTOOL_PATH", "promtool");
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

/** Where Debian packages are unpacked of which only the files are needed. */
export const UNPACKED = fileURLToPath(new URL("../../../../dist/debian", import.meta.url));

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
