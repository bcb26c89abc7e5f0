import { verifySite } from "peak-cycle-verify";
import { expect, test } from "vitest";
import { run } from "./running.js";

test.each(["hot", "corrected"])("the verifier finds that the ledger of the scene %s has no past", async (scene) => {
  const { url } = await run();
  const lines: string[] = [];
  const base = new URL(`${url}/sandbox/${scene}`);
  const verdict = await verifySite(base, {}, (line) => lines.push(line), AbortSignal.timeout(30_000));
  expect(verdict).toBe("not sound");
  expect(lines.join("")).toContain("fault  the statement counts more days than there are entries");
});
