import { describe, expect, test } from "vitest";
import { VERSION } from "../../../src/platform/version.js";
import { runPeak } from "./run-peak.js";

const COMMANDS = [
  "serve",
  "backfill",
  "demo",
  "import",
  "evaluate",
  "backtest",
  "copy",
  "backup",
  "restore",
  "export",
  "doctor",
  "verify",
  "revise",
  "mcp",
];

describe("peak", () => {
  test("--help names every command, the exit codes and where settings come from, and exits 0", async () => {
    const { code, out, err } = await runPeak(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.match(/^ {2}[a-z]+(?= )/gm)?.map((name) => name.trim())).toEqual([...COMMANDS, "help"]);
    expect(out).toContain("Exit codes: 0 done, 1 failed, 2 wrong call");
    expect(out).toContain("docs/settings.md");
  });

  test.each(COMMANDS)("%s --help says what it takes and what it exits with", async (command) => {
    const { code, out, err } = await runPeak([command, "--help"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`Usage: peak ${command}`);
    expect(out).toContain("Exit codes:");
  });

  test("does not speak of the command that draws for the service, which does nothing by hand", async () => {
    expect((await runPeak(["--help"])).out).not.toContain("draw");
    expect(await runPeak(["draw"])).toEqual({
      code: 2,
      out: "",
      err: "peak: `peak draw` is a part of `peak serve` and does nothing by itself\n",
    });
  });

  test("--version prints the version", async () => {
    expect(await runPeak(["--version"])).toEqual({ code: 0, out: `${VERSION}\n`, err: "" });
  });

  test.each([
    [["sing"]],
    [["serve", "--loud"]],
    [["doctor", "--fix"]],
    [["import"]],
    [["copy"]],
    [["backup"]],
    [["restore"]],
    [["restore", "a", "b"]],
    [["export"]],
    [["copy", "--from"]],
    [["evaluate", "--btc", "x.csv"]],
    [["evaluate", "--btc"]],
    [["serve", "now"]],
    [["backfill", "2020"]],
  ])("%j is a wrong call: 2, a line that says so, no stack", async (args) => {
    const { code, out, err } = await runPeak(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^error: /);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test("called without a command shows the help and exits 2", async () => {
    const { code, err } = await runPeak([]);
    expect(code).toBe(2);
    expect(err).toContain("Usage: peak");
  });

  test.each(COMMANDS.filter((command) => !["evaluate", "copy"].includes(command)))(
    "%s with a bad setting exits 2",
    async (command) => {
      const needed: Readonly<Record<string, readonly string[]>> = {
        import: ["--btc", "nowhere.csv"],
        backup: ["nowhere.db"],
        restore: ["nowhere.db"],
        export: ["--out", "nowhere"],
        revise: ["--day", "2026-11-20", "--price", "1", "--reason", "none"],
      };
      const args = [command, ...(needed[command] ?? [])];
      const { code, err } = await runPeak(args, { PORT: "x", LOG_LEVEL: "y" });
      expect(code).toBe(2);
      expect(
        err
          .trim()
          .split("\n")
          .map((line) => line.split(" ").slice(0, 2).join(" ")),
      ).toEqual(["peak: PORT", "peak: LOG_LEVEL"]);
    },
  );
});
