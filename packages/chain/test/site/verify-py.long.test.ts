/** The second verifier, `docs/verify.py`, refuses what the first one refuses. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findPython } from "../../../service/test/support/find-programs.js";
import { FORGERIES, FORGERIES_SINCE, honestAnswers, keptProof } from "../support/forgeries.js";
import { closeSites, site } from "../support/sites.js";

const python = findPython("cryptography");
const PROGRAM = fileURLToPath(new URL("../../../../docs/verify.py", import.meta.url));

async function verify(...args: readonly string[]) {
  const child = spawn(python ?? "", [PROGRAM, ...args]);
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (out += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, out };
}

const files = mkdtempSync(join(tmpdir(), "peak-verify-"));
afterAll(() => {
  rmSync(files, { recursive: true });
  closeSites();
});

function keptFile(proof: unknown): string {
  const path = join(mkdtempSync(join(files, "test-")), "kept.json");
  writeFileSync(path, JSON.stringify(proof));
  return path;
}

describe.skipIf(python === undefined).concurrent("verify.py", () => {
  test("finds an honest site sound, keeps its proof, and finds it extended later", async () => {
    const path = keptFile("nothing yet");
    const first = await verify(await site(honestAnswers()), "--save", path);
    expect(first.code, first.out).toBe(0);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ format: "peak-ledger-1" });
    for (const kept of [path, keptFile(keptProof())]) {
      const { code, out } = await verify(await site(honestAnswers()), "--since", kept);
      expect([code, out], out).toEqual([0, expect.stringContaining("extends the kept proof of 2026-11-21")]);
    }
  });

  test.each(Object.entries(FORGERIES))("finds %s", async (_what, forge) => {
    const path = keptFile("the proof before");
    const { code, out } = await verify(await site(forge(honestAnswers())), "--save", path);
    expect([code, readFileSync(path, "utf8")], out).toEqual([1, '"the proof before"']);
  });

  test.each(Object.entries(FORGERIES_SINCE))("finds, with a kept proof, %s", async (_what, forge) => {
    const { code, out } = await verify(await site(forge()), "--since", keptFile(keptProof()));
    expect(code, out).toBe(1);
  });
});
