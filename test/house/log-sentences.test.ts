import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

const PAGE = readText("docs/operations/log-sentences.md");

test("the page of log sentences has every sentence of the code, and no other", () => {
  const said = codeBelow("packages/service/src").flatMap((path) => sentencesIn(readText(path)));
  expect(said.length).toBeGreaterThan(30);
  expect([...new Set(said)].sort()).toEqual([...explainedOn(PAGE)].sort());
});

/** The last text of each call of the log. */
function sentencesIn(code: string): readonly string[] {
  const calls = [...code.matchAll(/\blog\.(?:debug|info|warn|error)\(([\s\S]*?)\);?\n/g)];
  return calls.map(([, call = ""]) => [...call.matchAll(/"([^"]+)"/g)].at(-1)?.[1] ?? call);
}

/** What stands in the first cell of a row that begins with a sentence. */
function explainedOn(page: string): readonly string[] {
  const cells = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, sentence = ""]) => sentence));
}
