import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../../src/platform/version.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "./run-peak.js";

const COMMANDS = [
  "serve",
  "demo",
  "evaluate",
  "backup",
  "export",
  "import",
  "status",
  "doctor",
  "verify",
  "revise",
  "keys",
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

  test("--version prints the version", async () => {
    expect(await runPeak(["--version"])).toEqual({ code: 0, out: `${VERSION}\n`, err: "" });
  });

  test.each([
    [["sing"]],
    [["serve", "--loud"]],
    [["doctor", "--fix"]],
    [["backup"]],
    [["export", "now"]],
    [["evaluate", "--btc", "x.csv"]],
    [["evaluate", "--btc"]],
    [["serve", "now"]],
  ])("%j is a wrong call: 2, a line that says so, no stack", async (args) => {
    const { code, out, err } = await runPeak(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^error: /);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test("stopped before the end says so", async () => {
    const [env, stop] = [{ DATA_DIR: tempFolder() }, AbortSignal.abort()];
    expect((await runPeak(["doctor"], env, { stop })).err).toMatch(/^peak: stopped before the end/);
  });

  test("called without a command shows the help and exits 2", async () => {
    const { code, err } = await runPeak([]);
    expect(code).toBe(2);
    expect(err).toContain("Usage: peak");
  });

  test.each(COMMANDS.filter((command) => command !== "evaluate"))("%s with a bad setting exits 2", async (command) => {
    const needed: Readonly<Record<string, readonly string[]>> = {
      import: ["nowhere"],
      backup: ["nowhere.db"],
      revise: ["--day", "2026-11-20", "--price", "1", "--reason", "none"],
      keys: ["list"],
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
  });
});

describe("--env-file", () => {
  const withFile = (text: string) => {
    const path = join(tempFolder(), "peak.env");
    writeFileSync(path, text);
    return (env = {}) => runPeak(["--env-file", path, "keys", "list"], env);
  };

  test("gives settings, and those in the environment come before them", async () => {
    const run = withFile("# ours\nPORT=x\nLOG_LEVEL='y'\n");
    expect((await run()).err).toMatch(/^peak: PORT must.*\npeak: LOG_LEVEL must/);
    expect((await run({ PORT: "1" })).err).toMatch(/^peak: LOG_LEVEL must/);
  });

  test("that is not there is a wrong call", async () => {
    const { code, err } = await runPeak(["--env-file", "/nowhere/peak.env", "doctor"]);
    expect([code, err]).toEqual([2, "peak: --env-file /nowhere/peak.env cannot be read: no such file or directory\n"]);
  });

  test("is told about a proxy list that trusts everybody, once, and works all the same", async () => {
    const run = withFile("TRUSTED_PROXIES=10.0.0.0/8,::/0\n");
    const DATA_DIR = tempFolder();
    await (await openSqlite(DATA_DIR)).close();
    const { code, out, err } = await run({ DATA_DIR });
    expect([code, out]).toEqual([0, "there is no key yet\n"]);
    expect(err).toMatch(/^peak: TRUSTED_PROXIES trusts every.*\n$/);
  });
});
