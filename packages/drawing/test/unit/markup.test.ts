import { expect, test } from "vitest";
import { serialize, tree } from "../../src/markup.js";

test("text and attributes cannot become markup", () => {
  const drawn = tree("text", { fill: '"><script>' }, "<b>&'");
  expect(serialize(drawn)).toBe('<text fill="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&#39;</text>');
});

test("attributes keep their order, and one that is undefined is left out", () => {
  expect(serialize(tree("rect", { y: 0, x: undefined, width: 5 }))).toBe('<rect y="0" width="5"></rect>');
});
