import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/storage/open-sqlite.js";
import { runPeak } from "../support/run-peak.js";
import { PEAK, watched } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

/** A pipe whose reader has closed before anything is written. */
function closedPipe(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [PEAK, "keys", "add", "ada"], { env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  return child;
}

/** A full disk. */
function fullDisk(env: Readonly<Record<string, string>>) {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [PEAK, "keys", "add", "ada"], { env, stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  return child;
}

test.each([
  ["to a pipe that is closed", closedPipe],
  ["to a disk that is full", fullDisk],
])("peak keys add %s creates no key, and says so", async (_what, start) => {
  const settings = { DATA_DIR: tempFolder(), API_PRO: "yes" };
  await (await openSqlite(settings.DATA_DIR)).close();
  const child = start({ PATH: process.env["PATH"] ?? "", ...settings });
  const { err } = watched(child);
  const [code] = await once(child, "close");
  expect([code, err.join("\n")]).toEqual([
    1,
    expect.stringMatching(/^peak: \S.*\((EPIPE|ENOSPC|broken pipe|no space.*)\)$/),
  ]);
  expect((await runPeak(["keys", "list"], settings)).out).toBe("there is no key yet\n");
});
