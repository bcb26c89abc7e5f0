/** The style of every code file: it opens with its purpose, and its lines are short. */
import { expect, test } from "vitest";
import { filesBelow, readText } from "./tree.js";

const CODE = filesBelow().filter((path) => /\.(ts|mjs|js)$/.test(path));

/** Written by `npm run openapi`. */
const GENERATED = ["packages/client/src/types.ts", "packages/mcp/src/fields.ts"];

const MOST_CHARACTERS = 120;

/** Exempt are tests and the texts of a language: their names and paths state their purpose. */
const NAMED = /\.test\.ts$|\/locales\/[a-z]{2}\//;

test("every file of code opens with its purpose in a doc comment, above the imports", () => {
  const silent = CODE.filter((path) => !NAMED.test(path) && !/^(#!.*\n)?\/\*\*/.test(readText(path)));
  expect(CODE.length).toBeGreaterThan(600);
  expect(silent).toEqual([]);
});

test("no file of code opens with a line comment", () => {
  expect(CODE.filter((path) => /^(#!.*\n)?\/\//.test(readText(path)))).toEqual([]);
});

test("no line of code or style sheet has more than 120 characters", () => {
  const styles = filesBelow().filter((path) => path.endsWith(".css"));
  const long = [...CODE, ...styles].flatMap((path) => {
    const lines = GENERATED.includes(path) ? [] : readText(path).split("\n");
    return lines.flatMap((line, i) => (line.length > MOST_CHARACTERS ? [`${path}:${i + 1}`] : []));
  });
  expect(styles.length).toBeGreaterThan(10);
  expect(long).toEqual([]);
});

/** Names that say what was done to something instead of what it is. */
const PARTICIPLES = [
  ...["answered", "announced", "asked", "begun", "chosen", "drawn", "ended", "fetched", "found", "given", "held"],
  ...["kept", "known", "made", "meant", "moved", "named", "said", "scored", "seen", "sent", "shown", "signed"],
  ...["stated", "stored", "taken", "told", "used", "wanted", "written"],
];

test("no variable of the sources or tools has a bare participle as its name", () => {
  const names = PARTICIPLES.join("|");
  const declaration = new RegExp(`\\b(?:const|let) (?:${names})\\b(?: =|:)|[(,]\\s*(?:${names})\\??: [A-Z][^,]*[,)]`);
  expect("const said = 1").toMatch(declaration);
  expect("function check(known: Keys, day: UtcDay)").toMatch(declaration);
  const sources = CODE.filter((path) => /^(packages\/[^/]+\/src|tools)\//.test(path));
  expect(sources.filter((path) => declaration.test(readText(path)))).toEqual([]);
});
