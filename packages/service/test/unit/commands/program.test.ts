import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProcessContext } from "../../../src/commands/process-context.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { VERSION } from "../../../src/version.js";
import { type Outcome, runPeak } from "../../support/run-peak.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const COMMANDS = "serve demo evaluate status doctor backup restore export import verify revise announce keys".split(
  " ",
);

describe("peak --help", async () => {
  const { code, out, err } = await runPeak(["--help"]);

  test("exits with 0 and writes nothing to standard error", () => {
    expect([code, err]).toEqual([0, ""]);
  });

  test("lists every command", () => {
    const [, list = ""] = out.split("\nCommands:\n");
    expect(list.match(/^ {2}[a-z]+(?= )/gm)?.map((name) => name.trim())).toEqual([...COMMANDS, "help"]);
  });

  test("explains the exit codes", () => {
    expect(out).toContain("Exit codes: 0 done, 1 failed, 2 wrong usage");
  });

  test("names the source of the settings", () => {
    expect(out).toContain("docs/settings.md");
  });
});

test("peak --version prints the version", async () => {
  expect(await runPeak(["--version"])).toEqual({ code: 0, out: `${VERSION}\n`, err: "" });
});

test.each([
  ["an unknown command", ["sing"]],
  ["an unknown option", ["serve", "--loud"]],
  ["a missing argument", ["backup"]],
  ["an argument too many", ["export", "now"]],
  ["a missing option", ["evaluate", "--btc", "x.csv"]],
])("%s exits with 2 and one line about it, without a stack", async (_what, args) => {
  const { code, out, err } = await runPeak(args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^error: /);
  expect(err).not.toMatch(/\n\s+at /);
});

test("a command that is stopped early reports it", async () => {
  const [env, stop] = [{ DATA_DIR: tempFolder() }, AbortSignal.abort()];
  expect((await runPeak(["doctor"], env, { stop })).err).toMatch(/^peak: stopped before it was finished/);
});

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  import: ["nowhere"],
  backup: ["nowhere.db"],
  restore: ["nowhere.db"],
  revise: ["--day", "2026-11-20", "--price", "1", "--reason", "none"],
  announce: ["--as", "plain"],
  keys: ["list"],
};

test.each(COMMANDS.filter((each) => each !== "evaluate"))("peak %s with bad settings exits with 2", async (command) => {
  const { code, err } = await runPeak([command, ...(NEEDED[command] ?? [])], { PORT: "x", LOG_LEVEL: "y" });
  expect([code, err]).toEqual([2, expect.stringMatching(/^peak: PORT .*\npeak: LOG_LEVEL .*\n$/)]);
});

describe("a file named by --settings", () => {
  /** Runs a command with this file and this environment. */
  async function withFile(text: string, env: Readonly<Record<string, string>> = {}) {
    const [path, DATA_DIR] = [join(tempFolder(), "peak.env"), tempFolder()];
    writeFileSync(path, text);
    await (await openSqlite(DATA_DIR)).close();
    return runPeak(["--settings", path, "keys", "list"], { DATA_DIR, ...env });
  }

  test("provides settings", async () => {
    const { code, err } = await withFile("# ours\nPORT=x\n");
    expect([code, err]).toEqual([2, expect.stringMatching(/^peak: PORT must .*\n$/)]);
  });

  test("gives way to the environment", async () => {
    expect(await withFile("PORT=x\n", { PORT: "1" })).toEqual({ code: 0, out: "there is no key yet\n", err: "" });
  });

  test("causes the warning about a dangerous setting once", async () => {
    const { code, err } = await withFile("TRUSTED_PROXIES='10.0.0.0/8,::/0'\n");
    expect([code, err]).toEqual([0, expect.stringMatching(/^peak: TRUSTED_PROXIES trusts every.*\n$/)]);
  });

  test("is named if it cannot be read", async () => {
    const { code, err } = await runPeak(["--settings", "/nowhere/peak.env", "doctor"]);
    const sentence = "peak: --settings /nowhere/peak.env cannot be read: no such file or directory\n";
    expect([code, err]).toEqual([2, sentence]);
  });
});

test("a misspelled variable, or an unknown one in a settings file, causes a warning without its value", async () => {
  const [path, DATA_DIR] = [join(tempFolder(), "peak.env"), tempFolder()];
  writeFileSync(path, "BASEURL=https://s3cret\nCOLOUR=s3cret\ns3cret\n");
  await (await openSqlite(DATA_DIR)).close();
  const { code, err } = await runPeak(["keys", "list", "--settings", path], { DATA_DIR, index_name: "Ours" });
  expect(code).toBe(0);
  expect(err.split("\n").sort()).toEqual([
    "",
    `peak: ${path}: COLOUR is not a setting and is ignored: docs/settings.md has the table`,
    `peak: ${path}: line 3 is not NAME=value and is ignored`,
    "peak: BASEURL is not a setting and is ignored; did you mean BASE_URL?",
    "peak: index_name is not a setting and is ignored; did you mean INDEX_NAME?",
  ]);
});

test("a variable of Node in the settings file makes the command restart once", async () => {
  const [path, DATA_DIR] = [join(tempFolder(), "peak.env"), tempFolder()];
  writeFileSync(path, "HTTPS_PROXY=http://10.0.0.1\nNODE_USE_ENV_PROXY=1\nCOLOUR=red\nPORT=1\n");
  await (await openSqlite(DATA_DIR)).close();
  const args = ["--settings", path, "keys", "list"];
  const second: Outcome[] = [];
  const restart: ProcessContext["restart"] = async (env) => {
    second.push(await runPeak(args, env));
    return 7;
  };
  const first = await runPeak(args, { DATA_DIR, PORT: "2" }, { restart });
  expect(first).toEqual({ code: 7, out: "", err: "" });
  expect(second).toEqual([{ code: 0, out: "there is no key yet\n", err: expect.stringMatching(/^.*COLOUR.*\n$/) }]);
});
