import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const BUNDLE = new URL("../../dist/bundle/", import.meta.url);

/** What stands in no file of the service: zod in German. */
const UNUSED = ["Eingabe: erwartet"];

const FILES = readdirSync(BUNDLE).filter((name) => name.endsWith(".js"));

test.each(FILES)("%s is kept in one byte a character", (name) => {
  expect(wideCharacters(textOf(name))).toEqual([]);
});

test("the program is without what it never calls", () => {
  const whole = FILES.map(textOf).join("");
  expect(whole).toContain("invalid_type"); // zod is in it
  expect(UNUSED.filter((text) => whole.includes(text))).toEqual([]);
});

test("a character that doubles a file is seen", () => {
  expect(wideCharacters("straße — „so“")).toEqual(["—", "„", "“"]);
});

function textOf(name: string): string {
  return readFileSync(new URL(name, BUNDLE), "utf8");
}

/** V8 keeps a text in one byte a character when all of them are Latin-1, else in two. */
function wideCharacters(text: string): readonly string[] {
  return text.match(/[^\0-\xff]/g) ?? [];
}
