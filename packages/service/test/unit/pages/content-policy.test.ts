import { expect, test } from "vitest";
import { contentPolicy } from "../../../src/pages/content-policy.js";

test("a page without needs may use its one style and its icon", () => {
  expect(contentPolicy("a{}")).toBe(
    "default-src 'none'; style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; img-src data:; " +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test("what a page needs comes from its own origin", () => {
  const named = contentPolicy("", ["script-src", "frame-src", "img-src", "manifest-src"]).split("; ");
  expect(named.filter((each) => /^(?:script|connect|frame|manifest)-src 'self'$/.test(each))).toHaveLength(4);
  expect(named).toContain("img-src data: 'self'");
  expect(contentPolicy("", ["frame-src"]).match(/'self'/g)).toHaveLength(2);
});
