import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

const PAGE = readText("docs/operations.md").split("\n## Log\n")[1] ?? "";

test("docs/operations.md lists every sentence of the log, and no other", () => {
  const said = codeBelow("packages/service/src").flatMap((path) => sentencesIn(readText(path)));
  expect(said.length).toBeGreaterThan(30);
  expect([...new Set(said)].sort()).toEqual([...explainedOn(PAGE)].sort());
});

/** The last text of each call of the log. */
function sentencesIn(code: string): readonly string[] {
  const calls = [...code.matchAll(/\blog\.(?:debug|info|warn|error)\(([\s\S]*?)\);?\n/g)];
  return calls.map(([, call = ""]) => [...call.matchAll(/"([^"]+)"/g)].at(-1)?.[1] ?? call);
}

/** All sentences in the first cells of the table. */
function explainedOn(page: string): readonly string[] {
  const cells = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, sentence = ""]) => sentence));
}
