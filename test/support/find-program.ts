import { accessSync, constants } from "node:fs";
import { delimiter } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folders in which a shell looks for programs, in its order. */
export function pathFolders(env: Environment): readonly string[] {
  return (env["PATH"] ?? "").split(delimiter);
}

/** The first of the places at which there is a program; a place that nobody named is empty or `undefined`. */
export function firstExecutable(places: readonly (string | undefined)[]): string | undefined {
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
