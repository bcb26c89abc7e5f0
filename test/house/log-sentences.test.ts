/** The table of log messages in docs/operations.md, which operators search for what they see. */

import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

test("docs/operations.md lists every message of the log, and no other", () => {
  const logged = codeBelow("packages/service/src").flatMap((path) => messagesIn(readText(path)));
  const table = readText("docs/operations.md").split("\n## Log\n")[1] ?? "";
  const cells = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell).join();
  const listed = [...cells.matchAll(/`([^`]+)`/g)].map(([, message = ""]) => message);
  expect(logged.length).toBeGreaterThan(30);
  expect([...new Set(logged)].sort()).toEqual(listed.sort());
});

/** The last string in each call of the log. */
function messagesIn(code: string): readonly string[] {
  const calls = [...code.matchAll(/\blog\.(?:debug|info|warn|error)\(([\s\S]*?)\);?\n/g)];
  return calls.map(([, call = ""]) => [...call.matchAll(/"([^"]+)"/g)].at(-1)?.[1] ?? call);
}
