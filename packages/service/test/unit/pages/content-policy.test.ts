import { expect, test } from "vitest";
import { contentPolicy } from "../../../src/pages/content-policy.js";

test("a page without needs may use its one style and its icon", () => {
  expect(contentPolicy("a{}", {})).toBe(
    "default-src 'none'; style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; img-src data:; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test.each([
  [{ scripts: true }, "script-src 'self'"],
  [{ requests: true }, "connect-src 'self'"],
  [{ frames: true }, "frame-src 'self'"],
  [{ pictures: true }, "img-src data: 'self'"],
  [{ manifest: true }, "manifest-src 'self'"],
  [{ worker: true }, "worker-src 'self'"],
  [{ worker: true }, "trusted-types peak-worker"],
])("with %j it may have %s", (needs, directive) => {
  expect(contentPolicy("", needs).split("; ")).toContain(directive);
  expect(contentPolicy("", {}).split("; ")).not.toContain(directive);
});
