import { verifySite } from "peak-cycle-verify";
import { expect, test } from "vitest";
import { run } from "./running.js";

test.each([
  ["hot", 0],
  ["corrected", 1],
])("the verifier finds the ledger of the scene %s sound, with %i corrections", async (scene, revisions) => {
  const { url } = await run();
  const lines: string[] = [];
  const base = new URL(`${url}/sandbox/${scene}`);
  const isSound = await verifySite(base, {}, (line) => lines.push(line), AbortSignal.timeout(10_000));
  expect([isSound, lines.join("")]).toEqual([true, expect.stringContaining(`30 rows of the history`)]);
  expect(lines.join("")).toContain(`signing keys: 1, revisions: ${revisions}`);
});
