import { rename, rm, writeFile } from "node:fs/promises";
import { FileError } from "./file-error.js";

/** Writes a file as a whole or not at all. @throws FileError when it cannot be written; an older one is as before then */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.part`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new FileError(path, ["cannot be written"], { cause: error });
  }
}
