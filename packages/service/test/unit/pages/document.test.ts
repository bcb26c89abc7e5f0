import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXAMPLE } from "../../../src/pages/document.js";

const METHOD = readFileSync(new URL("../../../../../docs/method.md", import.meta.url), "utf8");

test("the example of the method page is the worked example of the document", () => {
  const table = METHOD.split(`| ${EXAMPLE.day} | x | lo | hi | p |`)[1] ?? "";
  for (const [name, place] of Object.entries(EXAMPLE.positions)) {
    const cells = new RegExp(`\\| ${name} \\|(.*)\\|`).exec(table)?.[1]?.split("|");
    expect(Number(cells?.at(-1)), name).toBe(place);
  }
  expect(METHOD).toContain(`${EXAMPLE.score}`);
});
