/** Folders and installations that several test files share. */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/**
 * A folder that is removed at the end of the run. @param like another folder, whose files are copied; empty by default
 */
export function newFolder(like?: string): string {
  const folder = mkdtempSync(join(inject("folders"), "new-"));
  if (like !== undefined) cpSync(like, folder, { recursive: true });
  return folder;
}

/**
 * A folder that is made once per run, by the first test that needs it, for all files of a project.
 *
 * @param name unique
 * @param make fills the folder and closes everything in it
 * @returns the folder; copy it, but never change it
 */
export function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = making.get(name) ?? makeUnlessThere(name, make);
  making.set(name, made);
  return made;
}

/** For this file: two tests or lives that begin together make it only once. */
const making = new Map<string, Promise<string>>();

async function makeUnlessThere(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const all = inject("folders");
  const made = join(all, name);
  if (existsSync(made)) return made;
  const draft = newFolder();
  await make(draft);
  try {
    renameSync(draft, made);
  } catch (error) {
    if (!existsSync(made)) throw error;
    rmSync(draft, { recursive: true }); // another file was faster
  }
  return made;
}
