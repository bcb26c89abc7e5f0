import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { failingMarket, liveService } from "../support/live-service.js";
import { endedPeak, PEAK } from "../support/service-process.js";
import { pastFolder } from "../support/simulated-past.js";
import { tempFolder } from "../support/temp-sqlite.js";

describe("a misconfigured service", () => {
  test("exits with 2 and one line that names the setting but not its value, and creates nothing", async () => {
    const [name, value] = ["BASE_URL", "https://user:s3cret@peak.example"];
    const folder = join(tempFolder(), "never-made");
    const { code, out, err } = await endedPeak(["serve"], { DATA_DIR: folder, [name]: value });
    expect([code, out, err.length]).toEqual([2, [], 1]);
    expect(err[0]).toMatch(new RegExp(`^peak: ${name} `));
    expect(err[0]).not.toContain(value);
    expect(existsSync(folder)).toBe(false);
  });

  test("with a name that its pictures cannot show exits with 2 and one line with these letters", async () => {
    const { code, err } = await endedPeak(["serve"], { DATA_DIR: tempFolder(), INDEX_NAME: "比特币 index" });
    expect([code, err]).toEqual([2, [expect.stringContaining("(比 特 币): add a font file")]]);
  });

  test("with a missing settings file exits with 2 and one line", () => {
    const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` };
    const { status, stderr } = spawnSync(PEAK, ["--settings", "/nowhere", "doctor"], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, "peak: --settings /nowhere cannot be read: no such file or directory\n"]);
  });

  test("exits with 2 even if its standard error is on a full disk", () => {
    const full = openSync("/dev/full", "w");
    const env = { PATH: process.env["PATH"] ?? "", PORT: "x" };
    const { status } = spawnSync(process.execPath, [PEAK, "serve"], { env, stdio: ["ignore", "ignore", full] });
    closeSync(full);
    expect(status).toBe(2);
  });

  test("with a proxy in its settings file sends its requests through that proxy", async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(404).end();
    });
    proxy.on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
    });
    onTestFinished(() => void proxy.close());
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const path = join(tempFolder(), "peak.env");
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    writeFileSync(path, `HTTP_PROXY=${address}\nHTTPS_PROXY=${address}\nNODE_USE_ENV_PROXY=1\n`);
    const { code, err } = await endedPeak(["--settings", path, "verify", "http://site.invalid"]);
    expect([code, err]).toEqual([3, []]);
    expect(asked[0]).toContain("site.invalid");
  });

  test("on a folder of another process exits with 2 and one line, and the other keeps working", async () => {
    const other = await liveService({}, await failingMarket());
    const { code, err } = await endedPeak(["serve"], other.settings);
    expect([code, err]).toEqual([2, [expect.stringContaining("another Peak process is using the folder")]]);
    expect((await other.get("/healthz")).status).toBe(200);
  });
});

test("a check that fails exits with 1, even if nobody reads its output", async () => {
  const folder = await pastFolder();
  const file = new SqliteFile(join(folder, "peak.db"));
  file.exec("delete from ledger where position = 3000");
  file.close();
  const script = `${PEAK} verify | true; exit "\${PIPESTATUS[0]}"`;
  const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`, DATA_DIR: folder };
  expect(spawnSync("bash", ["-c", script], { env, encoding: "utf8" })).toMatchObject({ status: 1 });
});
