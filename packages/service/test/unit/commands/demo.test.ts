import { expect, test } from "vitest";
import { ignoredNote } from "../../../src/commands/demo.js";

test("peak demo lists the settings of a real installation that it ignores", () => {
  expect(ignoredNote({ DATA_DIR: "./data", DATABASE_URL: "postgres://a@b/c", PORT: "8081", ROLE: "" })).toBe(
    "Not used: DATA_DIR, DATABASE_URL. The demo has its own folder, removed at the end.\n",
  );
  expect(ignoredNote({ PORT: "8081" })).toBe("");
});
