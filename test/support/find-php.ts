import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Environment, firstExecutable, pathFolders } from "./find-program.js";

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
