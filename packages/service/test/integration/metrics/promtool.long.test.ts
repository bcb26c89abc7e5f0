import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { findPromtool } from "../../support/find-programs.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const FILES = new URL("../../../../../deploy/prometheus", import.meta.url);

const promtool = findPromtool();
if (promtool === undefined) {
  process.stderr.write("promtool is missing: its suite is skipped (apt-get install prometheus)\n");
}

type Change = (text: string) => string;

/** A run in a copy of the folder, some of its files changed before. */
function run(args: readonly string[], changes: Readonly<Record<string, Change>> = {}) {
  const folder = tempFolder();
  cpSync(FILES, folder, { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, "utf8")));
  }
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { cwd: folder, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Where promtool is missing, `tools/prepare-tests.ts` says that this is left out. */
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
    const later: Change = (alerts) => {
      expect(alerts).toContain("for: 10m");
      return alerts.replaceAll("for: 10m", "for: 12m");
    };
    /** The test of that alarm alone: all of them take five seconds of a core. */
    const one: Change = (text) => {
      const { tests, ...rest } = parse(text) as { tests: { name: string }[] };
      return stringify({ ...rest, tests: tests.filter(({ name }) => name === "limits that are not shared") });
    };
    const statusOf = (changes: Readonly<Record<string, Change>>) =>
      run(["test", "rules", "alerts.test.yml"], { "alerts.test.yml": one, ...changes }).status;
    expect([statusOf({}), statusOf({ "alerts.yml": later })]).toEqual([0, 1]);
  });
});
