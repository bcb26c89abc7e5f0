import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runPeak } from "../../support/run-peak.js";

const folder = mkdtempSync(join(tmpdir(), "peak-verify-"));
afterAll(() => rmSync(folder, { recursive: true }));

const UNCHECKED = /^why {4}.+\ncould not be checked: try again\n$/;

test("peak verify exits with 3 when a site does not respond", async () => {
  expect(await runPeak(["verify", "http://127.0.0.1:1"])).toEqual({
    code: 3,
    out: expect.stringMatching(UNCHECKED),
    err: "",
  });
});

test("peak verify exits with 3 when the database cannot be reached, and prints no password", async () => {
  const { code, out, err } = await runPeak(["verify", "postgres://peak:secret@127.0.0.1:1/peak"]);
  expect([code, out, err]).toEqual([3, expect.stringMatching(UNCHECKED), ""]);
  expect(out).not.toContain("secret");
});

const NOT_A_PROOF = join(folder, "kept.json");
writeFileSync(NOT_A_PROOF, "{}");

test.each([
  ["a folder without a database", [`sqlite:${join(folder, "nowhere")}`]],
  ["a target of an unknown kind", ["nothing"]],
  ["a missing proof", ["http://127.0.0.1:1", "--since", join(folder, "missing.json")]],
  ["a file that is not a proof", ["http://127.0.0.1:1", "--since", NOT_A_PROOF]],
])("peak verify with %s exits with 2 and one sentence", async (_what, args) => {
  const { code, out, err } = await runPeak(["verify", ...args]);
  expect([code, out, err]).toEqual([2, "", expect.stringMatching(/^peak: .+\n$/)]);
});
