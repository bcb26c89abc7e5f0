import { expect, test } from "vitest";
import { ignoredNote, receiversNote } from "../../../src/commands/demo.js";

test("a demo with receivers says how to try them and what to read its deliveries with", () => {
  expect(receiversNote({ WEBHOOKS: "http://127.0.0.1:9/s3cret whsec_…" }, "/tmp/peak-demo-x")).toBe(
    `In another shell with the same WEBHOOKS:
  npx peak-cycle-index webhook test ADDRESS
  DATA_DIR=/tmp/peak-demo-x npx peak-cycle-index webhook list
`,
  );
  expect(receiversNote({ WEBHOOKS: " " }, "/tmp/peak-demo-x")).toBe("");
});

test("a demo says which settings of a real installation it does not use", () => {
  expect(ignoredNote({ DATA_DIR: "./data", DATABASE_URL: "postgres://a@b/c", PORT: "8081", ROLE: "" })).toBe(
    "Not used: DATA_DIR, DATABASE_URL. The demo has a folder of its own, removed at the end.\n",
  );
  expect(ignoredNote({ PORT: "8081" })).toBe("");
});
