import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findPromtool } from "../../support/find-programs.js";

const FILES = new URL("../../../../../deploy/prometheus", import.meta.url);

const promtool = findPromtool();
if (promtool === undefined) {
  process.stderr.write("promtool is missing: its suite is skipped (apt-get install prometheus)\n");
}

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { cwd: fileURLToPath(FILES), encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Where promtool is missing, `tools/prepare-tests.ts` says that this is left out. */
describe.skipIf(promtool === undefined)("the files for Prometheus", () => {
  test("load as they are", () => {
    const { status, said } = run("check", "config", "prometheus.yml");
    expect(said).toMatch(/SUCCESS: \d+ rules found/);
    expect(status, said).toBe(0);
  });

  test("raise each alarm when it should, and not before", () => {
    const { status, said } = run("test", "rules", "alerts.test.yml");
    expect(status, said).toBe(0);
  });
});
