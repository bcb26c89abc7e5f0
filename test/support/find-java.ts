import { join } from "node:path";
import { type Environment, firstExecutable, pathFolders } from "./find-program.js";

/** Java: that of `JAVA_HOME`, else the one on the `PATH`. */
export function findJava(env: Environment = process.env): string | undefined {
  const home = env["JAVA_HOME"];
  const places = pathFolders(env).map((folder) => join(folder, "java"));
  return firstExecutable([home && join(home, "bin/java"), ...places]);
}
