import { chmodSync, constants, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/** A folder that every user can read, outside the checkout, which perhaps only its owner can. */
export interface ReadableFolder {
  readonly path: string;
  /** The Node that runs the tests. */
  readonly node: string;
  /** Puts a script of the tests there, in one file with all that it imports. @returns its path */
  bundle(script: string): string;
}

/** For tests that start a process as another user; there from the first test of the file to the last. */
export function readableFolder(): ReadableFolder {
  let path = "";
  beforeAll(() => {
    path = mkdtempSync(join(tmpdir(), "peak-readable-"));
    chmodSync(path, 0o755);
    copyFileSync(process.execPath, join(path, "node"), constants.COPYFILE_FICLONE);
    chmodSync(join(path, "node"), 0o755); // whatever the umask
  });
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
    get node() {
      return join(path, "node");
    },
    bundle(script) {
      const outfile = join(path, "script.mjs");
      buildSync({
        entryPoints: [script],
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        logLevel: "warning",
      });
      chmodSync(outfile, 0o644);
      return outfile;
    },
  };
}
