import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { failingMarket, liveService } from "../../support/live-service.js";
import { endedPeak, PEAK } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";

describe("a service that is set up wrongly", () => {
  test("ends with 2 and one line that names the setting, not what it holds, and makes nothing", async () => {
    const [name, value] = ["BASE_URL", "https://user:s3cret@peak.example"];
    const folder = join(tempFolder(), "never-made");
    const { code, out, err } = await endedPeak(["serve"], { DATA_DIR: folder, [name]: value });
    expect([code, out, err.length]).toEqual([2, [], 1]);
    expect(err[0]).toMatch(new RegExp(`^peak: ${name} `));
    expect(err[0]).not.toContain(value);
    expect(existsSync(folder)).toBe(false);
  });

  test("with a file of settings that is not there ends with 2, since Node does not take the option for its own", () => {
    const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` };
    const { status, stderr } = spawnSync(PEAK, ["--env-file", "/nowhere", "doctor"], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, "peak: --env-file /nowhere cannot be read: no such file or directory\n"]);
  });

  test("on a port or a folder of another process ends with 2 and one line, and the other works on", async () => {
    const other = await liveService({}, await failingMarket());
    for (const [settings, sentence] of [
      [
        { DATA_DIR: tempFolder(), PORT: `${other.port}` },
        `PORT is in use by another program: 127.0.0.1, port ${other.port}`,
      ],
      [other.settings, "another Peak process is using the folder"],
    ] as const) {
      const { code, err } = await endedPeak(["serve"], settings);
      expect([code, err]).toEqual([2, [expect.stringContaining(sentence)]]);
    }
    expect((await other.get("/healthz")).status).toBe(200);
  });
});
