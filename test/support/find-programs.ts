import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** In which the programs are looked for that the tests need and npm does not bring. */
type Environment = Readonly<Record<string, string | undefined>>;

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser of the tests: `CHROMIUM_PATH`, else the first of the usual names on the `PATH`. */
export function findChromium(env: Environment = process.env): string | undefined {
  const places = pathFolders(env).flatMap((folder) => CHROMIUM_NAMES.map((name) => join(folder, name)));
  return firstExecutable([env["CHROMIUM_PATH"], ...places]);
}

const FIREFOX_NAMES = ["firefox-esr", "firefox"];

/** The second browser of the tests: `FIREFOX_PATH`, else the first of the usual names on the `PATH`. */
export function findFirefox(env: Environment = process.env): string | undefined {
  const places = pathFolders(env).flatMap((folder) => FIREFOX_NAMES.map((name) => join(folder, name)));
  return firstExecutable([env["FIREFOX_PATH"], ...places]);
}

const REDIS_NAMES = ["redis-server", "valkey-server"];

/** The server of the tests: `REDIS_SERVER_PATH`, else the first of the usual names on the `PATH`. */
export function findRedis(env: Environment = process.env): string | undefined {
  const places = REDIS_NAMES.flatMap((name) => pathFolders(env).map((folder) => join(folder, name)));
  return firstExecutable([env["REDIS_SERVER_PATH"], ...places]);
}

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

/** Debian keeps it where the `PATH` of a plain user does not lead. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

/** The nginx of the tests: `NGINX_PATH`, else the first on the `PATH` or where systems keep it. */
export function findNginx(env: Environment = process.env): string | undefined {
  const places = [...pathFolders(env), ...SYSTEM_FOLDERS].map((folder) => join(folder, "nginx"));
  return firstExecutable([env["NGINX_PATH"], ...places]);
}

/** Prometheus' own checker of its files: `PROMTOOL_PATH`, else the one on the `PATH`. */
export function findPromtool(env: Environment = process.env): string | undefined {
  const places = pathFolders(env).map((folder) => join(folder, "promtool"));
  return firstExecutable([env["PROMTOOL_PATH"], ...places]);
}

/** A Python that can import a module: Debian's, which its packages are for, else the one on the `PATH`. */
export function findPython(module: string, env: Environment = process.env): string | undefined {
  const places = ["/usr/bin/python3", ...pathFolders(env).map((folder) => join(folder, "python3"))];
  return places
    .filter((place) => firstExecutable([place]) !== undefined)
    .find((place) => spawnSync(place, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0);
}

/** Java: that of `JAVA_HOME`, else the one on the `PATH`. */
export function findJava(env: Environment = process.env): string | undefined {
  const home = env["JAVA_HOME"];
  const places = pathFolders(env).map((folder) => join(folder, "java"));
  return firstExecutable([home && join(home, "bin/java"), ...places]);
}

/** PHP for the command line: `PHP_PATH`, else the one on the `PATH`. */
export function findPhp(env: Environment = process.env): string | undefined {
  return firstExecutable([env["PHP_PATH"], ...pathFolders(env).map((folder) => join(folder, "php"))]);
}

/** Where Debian packages are unpacked of which only the files are needed. */
export const UNPACKED = fileURLToPath(new URL("../../dist/debian", import.meta.url));

/** The files of WordPress: `WORDPRESS_PATH`, an installed one, or the unpacked one. */
export function findWordPress(env: Environment = process.env): string | undefined {
  const places = [env["WORDPRESS_PATH"], "/usr/share/wordpress", join(UNPACKED, "usr/share/wordpress")];
  return places.find((place) => place !== undefined && existsSync(join(place, "wp-includes/embed.php")));
}

/** The folders in which a shell looks for programs, in its order. */
function pathFolders(env: Environment): readonly string[] {
  return (env["PATH"] ?? "").split(delimiter);
}

/** The first of the places at which there is a program; a place that nobody named is empty or `undefined`. */
function firstExecutable(places: readonly (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && place !== "" && isExecutable(place));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
