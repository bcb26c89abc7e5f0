import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPromtool } from "../../support/find-promtool.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const FILES = new URL("../../../deploy/prometheus", import.meta.url);

const promtool = findPromtool();
if (promtool === undefined) {
  process.stderr.write("promtool is missing: its suite is skipped (apt-get install prometheus)\n");
}

/** A run in a copy of the folder, its alarms changed before. */
function run(args: readonly string[], change: (alerts: string) => string = (same) => same) {
  const folder = tempFolder();
  cpSync(FILES, folder, { recursive: true });
  const alerts = join(folder, "alerts.yml");
  writeFileSync(alerts, change(readFileSync(alerts, "utf8")));
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { cwd: folder, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** In continuous integration the house test of needs fails where promtool is missing. */
describe.skipIf(promtool === undefined)("the files for Prometheus", () => {
  test("load as they are", () => {
    const { status, said } = run(["check", "config", "prometheus.yml"]);
    expect(said).toContain("18 rules found");
    expect(status, said).toBe(0);
  });

  test("raise each alarm when it should, and not before", () => {
    const { status, said } = run(["test", "rules", "alerts.test.yml"]);
    expect(status, said).toBe(0);
  });

  test("are tested: limits that may be apart for longer would be seen", () => {
    const { status } = run(["test", "rules", "alerts.test.yml"], (alerts) => {
      expect(alerts).toContain("for: 10m");
      return alerts.replaceAll("for: 10m", "for: 12m");
    });
    expect(status).toBe(1);
  });
});
