/** How every file of code reads: it opens with its purpose. */
import { expect, test } from "vitest";
import { filesBelow, readText } from "./tree.js";

const CODE = filesBelow().filter((path) => /\.(ts|mjs|js)$/.test(path));

/** Tests say in their names what they are about; the texts of a language are what their folder and name say. */
const NAMED = /\.test\.ts$|\/locales\/[a-z]{2}\//;

test("every file of code opens with its purpose in a doc comment, above the imports", () => {
  const silent = CODE.filter((path) => !NAMED.test(path) && !/^(#!.*\n)?\/\*\*/.test(readText(path)));
  expect(CODE.length).toBeGreaterThan(600);
  expect(silent).toEqual([]);
});

test("no file of code opens with a line comment", () => {
  expect(CODE.filter((path) => /^(#!.*\n)?\/\//.test(readText(path)))).toEqual([]);
});
