/** Damages files as bad disks and power cuts do. */

import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

/** Of a database of ours. */
const PAGE_BYTES = 4096;

const MAX_PAGES = 4;

type Random = () => number;

/** Overwrites some pages of a file: with zeros, with noise, or half of each as a power cut can leave it. @returns what it did */
export function damagePages(path: string, random: Random): string {
  const file = openSync(path, "r+");
  try {
    const pages = Math.ceil(fstatSync(file).size / PAGE_BYTES);
    const told = Array.from({ length: 1 + Math.floor(random() * MAX_PAGES) }, () => {
      const page = Math.floor(random() * pages);
      const bytes = Buffer.alloc(PAGE_BYTES);
      readSync(file, bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
      const kind = random();
      const from = random() < 0.5 ? 0 : PAGE_BYTES / 2;
      for (let i = from; i < (kind < 0.5 ? from + PAGE_BYTES / 2 : PAGE_BYTES); i++)
        bytes[i] = random() < 0.5 || kind < 0.3 ? 0 : Math.floor(random() * 256);
      writeSync(file, bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
      return page;
    });
    return `pages ${told.join(", ")} of ${path}`;
  } finally {
    closeSync(file);
  }
}

/** Cuts the end of a file off. @returns what it did */
export function cutOff(path: string, random: Random): string {
  if (!existsSync(path)) return `no ${path}`;
  const file = openSync(path, "r+");
  try {
    const size = Math.floor(random() * fstatSync(file).size);
    ftruncateSync(file, size);
    return `${path} cut to ${size} bytes`;
  } finally {
    closeSync(file);
  }
}
