import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { endedPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { liveService } from "./live-service.js";

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
    const peak = fileURLToPath(new URL("../../../bin/peak.js", import.meta.url));
    const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` };
    const { status, stderr } = spawnSync(peak, ["--env-file", "/nowhere", "doctor"], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, "peak: --env-file /nowhere cannot be read: no such file or directory\n"]);
  });

  test("on a port in use ends with 2 and one line", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, err } = await endedPeak(["serve"], { DATA_DIR: tempFolder(), PORT: String(port) });
    expect([code, err]).toEqual([2, [`peak: PORT is in use by another program: 127.0.0.1, port ${port}`]]);
  });

  test("on a folder in use by another process ends with 2 and one line, and the other works on", async () => {
    const first = await liveService();
    onTestFinished(() => first.end());
    const { code, err } = await endedPeak(["serve"], first.settings);
    expect([code, err.length]).toEqual([2, 1]);
    expect(err[0]).toContain("another Peak process is using the folder");
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);
  });
});
