import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FileError, replaceFile } from "../../../src/files/local-file.js";
import { tempFolder } from "../../support/temp-sqlite.js";

test("writes a file, and replaces an older one", async () => {
  const path = join(tempFolder(), "out.txt");
  for (const text of ["first\n", "second\n"]) {
    await replaceFile(path, text);
    expect([readFileSync(path, "utf8"), existsSync(`${path}.part`)]).toEqual([text, false]);
  }
});

test("says which file cannot be written, and leaves no part of it", async () => {
  const folder = join(tempFolder(), "a-folder");
  mkdirSync(folder);
  await expect(replaceFile(folder, "text")).rejects.toThrow(new FileError(folder, ["cannot be written"]));
  expect(existsSync(`${folder}.part`)).toBe(false);
});
