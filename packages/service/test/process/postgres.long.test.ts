import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import { cutLine } from "../support/cut-line.js";
import { liveService } from "../support/live-service.js";
import {
  endAsSupervised,
  endedPeak,
  eventually,
  originOf,
  startPeak,
  startScript,
} from "../support/service-process.js";
import { pastFolder } from "../support/simulated-past.js";
import { describePostgres, ownPostgres, pastSettings } from "../support/temp-postgres.js";
import { tempFolder } from "../support/temp-sqlite.js";

const NOWHERE = "postgres://peak@127.0.0.1:1/peak";

test("a service on SQLite starts without the code for PostgreSQL, which it never loads", async () => {
  const built = fileURLToPath(new URL("../../dist/", import.meta.url));
  const bundle = mkdtempSync(join(built, "without-postgres-")); // next to the scripts and packages it needs
  onTestFinished(() => rmSync(bundle, { recursive: true, force: true }));
  cpSync(join(built, "bundle"), bundle, { recursive: true });
  const removed = readdirSync(bundle).filter((name) => /^open-postgres-.*\.js$/.test(name));
  for (const name of removed) rmSync(join(bundle, name));
  expect(removed).toHaveLength(1);
  const off = { UPSTREAMS_DISABLED: SOURCE_NAMES.join(","), DATA_DIR: tempFolder(), PORT: "0" };
  const service = startScript(join(bundle, "main.js"), ["serve"], off);
  onTestFinished(() => service.kill());
  expect((await fetch(`${await originOf(service)}/healthz`)).status).toBe(200);
  const { code } = await startScript(join(bundle, "main.js"), ["status"], { DATABASE_URL: NOWHERE }).ended;
  expect(code).not.toBe(0); // the removed file was the code for PostgreSQL
});

describePostgres("the service on PostgreSQL", () => {
  const postgres = ownPostgres();

  /** A database with a complete past, imported from an installation on SQLite, and the folder with its signing key. */
  const imported = async () => {
    const folder = await pastFolder();
    const address = await postgres.empty();
    const lines = await endedPeak(["export"], { DATA_DIR: folder });
    const file = join(tempFolder(), "export.jsonl");
    writeFileSync(file, `${lines.out.join("\n")}\n`);
    const result = await endedPeak(["import", file], { DATABASE_URL: address.href, DATA_DIR: folder });
    expect(result).toMatchObject({ code: 0, err: [] });
    return { address, folder };
  };

  test("refuses to start on an imported history without the key that signed it", async () => {
    const { address } = await imported();
    const keyless = await endedPeak(["serve"], { DATABASE_URL: address.href, DATA_DIR: tempFolder(), PORT: "0" });
    expect(keyless).toMatchObject({
      code: 2,
      err: [expect.stringMatching(/has signed the history: put that key there/)],
    });
  });

  test("is described by peak doctor without its password", async () => {
    const { address, folder } = await imported();
    const off = { UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") };
    const { out } = await endedPeak(["doctor"], { ...off, DATABASE_URL: address.href, DATA_DIR: folder });
    expect(out[0]).toContain(`data in PostgreSQL on ${address.host}`);
    expect(out.join("\n")).toMatch(/^database +ok +closed up to \d{4}-\d\d-\d\d, no score yet$/m);
    expect(out.join("\n")).not.toContain(address.password);
  });

  test("serves an imported history, stores nothing in its folder, exits with 0, and logs no password", async () => {
    const { address, folder } = await imported();
    const SIGNING_KEY_FILE = join(folder, "signing-key.pem");
    const service = await liveService({ DATABASE_URL: address.href, SIGNING_KEY_FILE });
    await service.until200("/readyz");
    expect(await endAsSupervised(service.process)).toEqual({ code: 0, signal: null });
    expect(service.process.err).toEqual([]);
    expect(readdirSync(service.settings["DATA_DIR"] ?? "")).toEqual([]); // key and database are elsewhere
    expect(service.process.out.join("\n")).not.toContain(address.password);
    expect(service.log().at(-1)?.msg).toBe("stopped");
  });

  test("serves while the server restarts, and logs the outage and its end once each", async () => {
    const service = await liveService(pastSettings(await postgres.withPast(Date.now())));
    await service.until200("/readyz");
    await postgres.server.stop();
    await service.untilSaid("database unavailable");
    for (const path of ["/api/public/nhci", "/api/public/nhci/history", "/readyz"])
      expect((await service.get(path)).status, path).toBe(200); // a restart must not remove it from the load balancer
    await postgres.server.start();
    await eventually("another turn", () => service.said("leadership gained") === 2 || undefined);
    await service.untilSaid("database available again");
    const sentences = ["leadership lost", "database unavailable", "database available again"];
    expect(sentences.map((each) => service.said(each))).toEqual([1, 1, 1]);
  });

  test.each([
    ["api", 0],
    ["all", 1],
  ] as const)("with ROLE=%s ends in time while the database does not respond", async (ROLE, halfRequests) => {
    const line = await cutLine(await postgres.withPast(Date.now()));
    const service = await liveService({ ...pastSettings(line.address), ROLE });
    if (ROLE === "all") await service.untilSaid("score computed");
    line.cut();
    void service.get("/readyz").catch(() => undefined); // a statement that is never answered
    for (let i = 0; i < halfRequests; i++) {
      const socket = connect(service.port, "127.0.0.1").on("error", () => {});
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
    }
    expect(await endAsSupervised(service.process)).toEqual({ code: 0, signal: null });
    expect(service.errors()).toEqual([]);
  });

  test("ends in time while another process creates the tables", async () => {
    const address = await postgres.empty();
    const other = new Client({ connectionString: address.href });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("select pg_advisory_lock(3853314791062309107)"); // as Kysely does
    const service = startPeak(["serve"], { DATABASE_URL: address.href, DATA_DIR: tempFolder(), PORT: "0" });
    onTestFinished(() => service.kill());
    const isWaiting = () => service.out.some((line) => line.includes("waiting for a database migration")) || undefined;
    await eventually("a line", isWaiting);
    expect(await endAsSupervised(service)).toEqual({ code: 1, signal: null });
  });
});
