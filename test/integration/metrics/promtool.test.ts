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
    expect(said).toContain("16 rules found");
    expect(status, said).toBe(0);
  });

  test("raise each alarm when it should, and not before", () => {
    const { status, said } = run(["test", "rules", "alerts.test.yml"]);
    expect(status, said).toBe(0);
  });

  test.each([
    ["a later age of the score", "> 70 * 60", "> 71 * 60"],
    ["a later row", "20 * 60\n", "30 * 60\n"],
    ["a source watched where nobody asks it", 'and on (job, instance) peak_lease_held{job="peak"} == 1', ""],
    ["limits that may be apart for longer", "for: 10m", "for: 12m"],
    ["turns that may change more often", "[1h])) > 6", "[1h])) > 12"],
    [
      "history that may be another",
      'peak_history_contradicted{job="peak"} == 1',
      'peak_history_contradicted{job="peak"} == 2',
    ],
    [
      "a database that is restarted",
      '          and sum by (job, instance) (rate(peak_database_calls_total{job="peak", outcome="failed"}[5m] offset 5m)) > 0\n        for: 1m',
      "        for: 5m",
    ],
    [
      "pictures that are not drawn yet",
      'process_start_time_seconds{job="peak"} > 15 * 60',
      'process_start_time_seconds{job="peak"} > 0',
    ],
    ["health checks that count as errors", 'group!~"health|metrics|picture"', 'group!~"metrics|picture"'],
  ])("are tested: %s would be seen", (_what, from, to) => {
    const { status } = run(["test", "rules", "alerts.test.yml"], (alerts) => {
      expect(alerts).toContain(from);
      return alerts.replaceAll(from, to);
    });
    expect(status).toBe(1);
  });
});
