import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Environment, firstExecutable, pathFolders } from "./find-program.js";

/** A Python that can import a module: Debian's, which its packages are for, else the one on the `PATH`. */
export function findPython(module: string, env: Environment = process.env): string | undefined {
  const places = ["/usr/bin/python3", ...pathFolders(env).map((folder) => join(folder, "python3"))];
  return places
    .filter((place) => firstExecutable([place]) !== undefined)
    .find((place) => spawnSync(place, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0);
}
