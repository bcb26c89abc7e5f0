/** A disk of some megabytes, which can be filled and made read-only. */

import { execFileSync } from "node:child_process";
import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../moved-life.js";
import type { Attack } from "../part.js";

/** A past takes 4 MB and its log as much again. */
const SIZE_MB = 24;

const MOUNT = "/usr/bin/mount";

/** A file system of its own in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves so many bytes free, rounded up to a page. @returns makes room again */
  fill(leftBytes: number): () => void;
  /** Also for whoever has files open for reading; nobody may have one open for writing. @returns makes it writable again */
  makeReadOnly(): () => void;
}

/** @returns `undefined` where this user may not mount one */
export function smallDisk(attack: Pick<Attack, "cleanUp">): SmallDisk | undefined {
  const folder = tempFolder(attack);
  if (!isDone(MOUNT, "-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", folder)) return undefined;
  attack.cleanUp(() => void isDone("umount", "-l", folder)); // a process that is about to end may have files open
  return {
    folder,
    fill(leftBytes) {
      const { bavail, bsize } = statfsSync(folder);
      const ballast = join(folder, "ballast");
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
      return () => writeFileSync(ballast, "");
    },
    makeReadOnly() {
      execFileSync(MOUNT, ["-o", "remount,ro", folder]);
      return () => void execFileSync(MOUNT, ["-o", "remount,rw", folder]);
    },
  };
}

/** Runs a program of the system. @returns whether it is there and has done what it was asked for */
export function isDone(program: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
