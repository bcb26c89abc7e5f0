/** Every test is in the folder for what it needs. CONTRIBUTING.md describes the folders. */
import { expect, test } from "vitest";
import { filesBelow, readText } from "./tree.js";

/** What a test needs; the folder has the same name. */
const KINDS = ["unit", "database", "process", "browser"];

/** Folders for what tests share. */
const SHARED = ["support", "fixtures"];

const IN_THE_ROOT = ["house", "net", "system"];

const FILES = filesBelow().flatMap((path) => {
  const [, root = "", folder = "", name = ""] = /^(.*?)test\/([^/]+)\/(.*)$/.exec(path) ?? [];
  return folder === "" ? [] : [{ path, root, folder, isTest: name.endsWith(".test.ts") }];
});
const INSIDE_PACKAGES = FILES.filter(({ root }) => root !== "");
const paths = (files: typeof FILES) => files.map(({ path }) => path);

test("tests of packages are in unit, database, process or browser, and what they share in support or fixtures", () => {
  expect(INSIDE_PACKAGES.length).toBeGreaterThan(250);
  const elsewhere = INSIDE_PACKAGES.filter(({ folder, isTest }) => !(isTest ? KINDS : SHARED).includes(folder));
  expect(paths(elsewhere)).toEqual([]);
});

test("tests in the root are in house, net or system", () => {
  const elsewhere = FILES.filter(({ root, folder }) => root === "" && !IN_THE_ROOT.includes(folder));
  expect(paths(elsewhere)).toEqual([]);
});

test("CONTRIBUTING.md describes every folder of tests", () => {
  const [, table = ""] = readText("CONTRIBUTING.md").split("| folder of `test/` |");
  const missing = [...KINDS, ...SHARED, ...IN_THE_ROOT].filter((folder) => !table.includes(`\`${folder}\``));
  expect(missing).toEqual([]);
});
