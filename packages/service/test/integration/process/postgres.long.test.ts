import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { ask, freshClient } from "../../support/ask.js";
import { cutLine } from "../../support/cut-line.js";
import { fillFolder } from "../../support/prepared-folder.js";
import { endAsSupervised, endedPeak, eventually, logOf, startPeak } from "../../support/service-process.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { pastKeyFile } from "../../support/test-signer.js";
import { liveService } from "./live-service.js";

test("a service on SQLite loads nothing of PostgreSQL", () => {
  const bundle = fileURLToPath(new URL("../../../dist/bundle/", import.meta.url));
  const files = readdirSync(bundle).filter((name) => name.endsWith(".js"));
  const holding = (sign: RegExp) => files.filter((name) => sign.test(readFileSync(join(bundle, name), "utf8")));
  expect(holding(/idle_in_transaction_session_timeout/).map((name) => name.replace(/-\w+\.js$/, ""))).toEqual([
    "open-postgres",
  ]);
  expect(holding(/import\("\.\/open-postgres-\w+\.js"\)/)).not.toEqual([]);
  expect(holding(/(from|import)\s*"\.\/open-postgres-\w+\.js"/)).toEqual([]);
});

describePostgres("the service on PostgreSQL", () => {
  const postgres = ownPostgres();

  test("works on an imported installation, outlives a restart of the server, and ends with 0", async () => {
    const folder = tempFolder();
    await fillFolder(folder, Date.now());
    const address = await postgres.empty();
    const lines = await endedPeak(["export"], { DATA_DIR: folder });
    const file = join(tempFolder(), "export.jsonl");
    writeFileSync(file, `${lines.out.join("\n")}\n`);
    const imported = await endedPeak(["import", file], { DATABASE_URL: address.href, DATA_DIR: folder });
    expect(imported).toMatchObject({ code: 0, err: [] });
    const keyless = await endedPeak(["serve"], { DATABASE_URL: address.href, DATA_DIR: tempFolder(), PORT: "0" });
    expect(keyless).toMatchObject({
      code: 2,
      err: [expect.stringMatching(/has signed the history: put that key there/)],
    });
    const off = { UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") };
    const { out } = await endedPeak(["doctor"], { ...off, DATABASE_URL: address.href, DATA_DIR: folder });
    expect(out[0]).toContain(`data in PostgreSQL on ${address.host}`);
    expect(out[1]).toMatch(/^database +ok +closed up to \d{4}-\d\d-\d\d, no score yet$/);
    expect(out.join("\n")).not.toContain(address.password);
    const SIGNING_KEY_FILE = join(folder, "signing-key.pem");
    const service = await liveService({ empty: true, settings: { DATABASE_URL: address.href, SIGNING_KEY_FILE } });
    onTestFinished(() => service.end());
    const statusOf = async (path: string) => (await ask(`${service.origin}${path}`, { from: freshClient() })).status;
    await eventually("a score", async () => (await statusOf("/readyz")) === 200 || undefined);
    const said = (sentence: string) => logOf(service.process).filter(({ msg }) => msg === sentence).length;
    await postgres.server.stop();
    await eventually("a line", async () => said("the database is away") > 0 || undefined);
    const paths = ["/api/public/nhci", "/api/public/nhci/history", "/readyz"];
    // a restart is no reason to leave the balancer
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200]);
    await postgres.server.start();
    await eventually("another turn", async () => said("leadership gained") === 2 || undefined);
    await eventually("a line", async () => said("the database is back") > 0 || undefined, 60_000);
    expect([said("leadership lost"), said("the database is away"), said("the database is back")]).toEqual([1, 1, 1]);
    service.process.child.kill("SIGTERM");
    expect(await service.process.ended).toEqual({ code: 0, signal: null });
    expect(service.process.err).toEqual([]);
    expect(readdirSync(service.folder)).toEqual([]); // key and database are elsewhere
    const whole = service.process.out.join("\n");
    expect(whole).not.toContain(address.password);
    expect(logOf(service.process).at(-1)?.msg).toBe("stopped");
  });

  test("ends within ten seconds while the database says nothing, or while another makes the tables", async () => {
    const endsWhileSilent = async (ROLE: "all" | "api", half: number) => {
      const line = await cutLine(await postgres.withPast(Date.now()));
      const service = await liveService({
        empty: true,
        settings: { DATABASE_URL: line.address.href, ROLE, SIGNING_KEY_FILE: pastKeyFile() },
      });
      onTestFinished(() => service.end());
      const isWorking = () => service.process.out.some((each) => each.includes("score computed")) || undefined;
      if (ROLE === "all") await eventually("a score", isWorking);
      line.cut();
      void ask(`${service.origin}/readyz`).catch(() => undefined); // a statement that nobody answers
      for (let i = 0; i < half; i++) {
        const socket = connect(Number(new URL(service.origin).port), "127.0.0.1").on("error", () => {});
        socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
        onTestFinished(() => void socket.destroy());
        await once(socket, "connect");
      }
      expect(await endAsSupervised(service.process), ROLE).toEqual({ code: 0, signal: null });
      expect(logOf(service.process).filter(({ level }) => level === "error")).toEqual([]);
    };
    const endsWhileWaiting = async () => {
      const address = await postgres.empty();
      const other = new Client({ connectionString: address.href });
      await other.connect();
      onTestFinished(() => other.end());
      await other.query("select pg_advisory_lock(3853314791062309107)"); // as Kysely does
      const service = startPeak(["serve"], { DATABASE_URL: address.href, DATA_DIR: tempFolder(), PORT: "0" });
      onTestFinished(() => service.kill());
      const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'";
      await eventually("a wait", async () => (await other.query(waiting)).rowCount || undefined);
      expect(await endAsSupervised(service), "waiting").toEqual({ code: 1, signal: null });
    };
    await Promise.all([endsWhileSilent("api", 0), endsWhileSilent("all", 1), endsWhileWaiting()]);
  });
});
