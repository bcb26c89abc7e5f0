import { expect, test } from "vitest";
import { readText } from "../../../../../test/house/tree.js";
import { API, documentHtml, METHOD } from "../../../../../tools/document-html.js";
import { EXAMPLE } from "../../../src/pages/document.js";

const DOCUMENTS = [
  ["docs/api.md", API],
  ["docs/method.md", METHOD],
] as const;
const method = readText("docs/method.md");

test("the example of the method page is the worked example of the document", () => {
  const table = method.split(`| ${EXAMPLE.day} | x | lo | hi | p |`)[1] ?? "";
  for (const [name, place] of Object.entries(EXAMPLE.positions)) {
    const cells = new RegExp(`\\| ${name} \\|(.*)\\|`).exec(table)?.[1]?.split("|");
    expect(Number(cells?.at(-1)), name).toBe(place);
  }
  expect(method).toContain(`${EXAMPLE.score}`);
});

test.each(DOCUMENTS)("the page of %s names no file that its readers do not have", (name, page) => {
  const text = documentHtml(readText(name), page).replace(/<[^>]*>/g, "");
  expect(text.match(/[\w-]+\.md\b/g)).toBeNull();
});
