import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { liveService } from "./live-service.js";

/** Runs to the end, which a service that is set up wrongly must come to by itself. */
async function outcome(settings: Readonly<Record<string, string>>, command = "serve") {
  const process = startPeak([command], { PORT: "0", ...settings });
  onTestFinished(() => process.kill());
  const { code } = await process.ended;
  return { code, out: process.out, err: process.err };
}

const inTemp = () => ({ DATA_DIR: tempFolder() });

describe("a service that is set up wrongly", () => {
  test("ends with 2 and one line that names the setting, not what it holds, and makes nothing", async () => {
    const [name, value] = ["BASE_URL", "https://user:s3cret@peak.example"];
    const folder = join(tempFolder(), "never-made");
    const { code, out, err } = await outcome({ DATA_DIR: folder, [name]: value });
    expect([code, out, err.length]).toEqual([2, [], 1]);
    expect(err[0]).toMatch(new RegExp(`^peak: ${name} `));
    expect(err[0]).not.toContain(value);
    expect(existsSync(folder)).toBe(false);
  });

  test("on a PostgreSQL server that is not there ends with 2 and one line without the password", async () => {
    const { code, out, err } = await outcome({ DATABASE_URL: "postgres://peak:s3cret@127.0.0.1:1/peak" });
    expect([code, out, err.length]).toEqual([2, [], 1]);
    expect(err[0]).toMatch(/^peak: cannot open the database peak on 127\.0\.0\.1:1: nobody answers there/);
    expect(err[0]).not.toContain("s3cret");
  });

  test("with a signing key that is none, or cannot be made, ends with 2 and one line without what is in the file", async () => {
    const folder = tempFolder();
    const file = join(folder, "file");
    writeFileSync(file, "s3cret");
    for (const [path, reason] of [
      [file, "holds no key; it must hold one or more Ed25519 keys"],
      ["/proc/none/key", "cannot be made (no such file or directory): make it with"],
    ]) {
      const { code, err } = await outcome({ DATA_DIR: folder, SIGNING_KEY_FILE: path ?? "" });
      expect([code, err.length]).toEqual([2, 1]);
      expect(err[0]).toContain(`peak: SIGNING_KEY_FILE ${path} ${reason}`);
      expect(err[0]).not.toContain("s3cret");
    }
  });

  test("on a folder with a signing key and no database ends with 2 and one line that names both, and makes none", async () => {
    const folder = tempFolder();
    execFileSync("/usr/bin/openssl", ["genpkey", "-algorithm", "ed25519", "-out", join(folder, "signing-key.pem")]);
    const { code, err } = await outcome({ DATA_DIR: folder });
    expect([code, err.length]).toEqual([2, 1]);
    expect(err[0]).toContain(`${join(folder, "peak.db")} is new or not there, but the signing key ${folder}`);
    expect(existsSync(join(folder, "peak.db"))).toBe(false);
  });

  test("on a port in use ends with 2 and one line", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const { code, err } = await outcome({ ...inTemp(), PORT: String((other.address() as AddressInfo).port) });
    expect([code, err]).toEqual([2, ["peak: PORT is in use by another program"]]);
  });

  test("on a folder in use by another process ends with 2 and one line, and the other works on", async () => {
    const first = await liveService();
    onTestFinished(() => first.end());
    const others = ["serve", "backfill"].map((command) => outcome({ ...first.settings }, command));
    for (const { code, err } of await Promise.all(others)) {
      expect([code, err.length]).toEqual([2, 1]);
      expect(err[0]).toContain("another Peak process is using the folder");
    }
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);
  });

  test("on a folder that is a file, lies below a file, or holds no database ends with 2 and one line", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "x");
    mkdirSync(join(folder, "other"));
    writeFileSync(join(folder, "other", "peak.db"), "this is not a database, but some notes of somebody's".repeat(100));
    for (const name of ["file", "file/below", "other"]) {
      const { code, err } = await outcome({ DATA_DIR: join(folder, name) });
      expect([name, code, err.length]).toEqual([name, 2, 1]);
      expect(err[0]).toMatch(/^peak: /);
    }
  });

  test("on a folder that the system lets nobody make ends with 2 and one line", async () => {
    const { code, err } = await outcome({ DATA_DIR: "/proc/self/peak/data" }); // mkdir says there: no such directory
    expect([code, err.length]).toEqual([2, 1]);
    expect(err[0]).toMatch(/^peak: cannot use the folder \/proc\/self\/peak\/data: .*; check DATA_DIR/);
  });
});
