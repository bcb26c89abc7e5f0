/** Exports and imports that end too early. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { runPeak } from "../support/run-peak.js";
import { PEAK } from "../support/service-process.js";
import { pastFolder } from "../support/simulated-past.js";
import { tempFolder } from "../support/temp-sqlite.js";

test("peak export to a reader that closes the pipe exits with 1, since the export is incomplete", async () => {
  const script = `${PEAK} export | head -c 100 > /dev/null; exit "\${PIPESTATUS[0]}"`;
  const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`, DATA_DIR: await pastFolder() };
  const { status, stderr } = spawnSync("bash", ["-c", script], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/peak: the export is incomplete: .*\(.+\)\n$/)]);
});

test("peak import that is killed midway leaves an empty database for the next import", async () => {
  const { out } = await runPeak(["export"], { DATA_DIR: await pastFolder() });
  const DATA_DIR = tempFolder();
  const env = { PATH: process.env["PATH"] ?? "", DATA_DIR };
  const child = spawn(process.execPath, [PEAK, "import"], { env, stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.on("error", () => {}); // it is killed while it reads
  const lines = out.split("\n");
  for (let at = 0; at < lines.length - 1000; at += 1000) {
    const part = lines.slice(at, at + 1000).join("\n");
    if (!child.stdin.write(`${part}\n`)) await once(child.stdin, "drain");
  }
  child.kill("SIGKILL");
  await once(child, "close");
  expect((await runPeak(["export"], { DATA_DIR })).out.split("\n")).toHaveLength(3);
  const again = spawnSync(process.execPath, [PEAK, "import"], { env, input: out, encoding: "utf8" });
  expect([again.status, again.stderr]).toEqual([0, ""]);
  expect((await runPeak(["export"], { DATA_DIR })).out).toBe(out);
});
