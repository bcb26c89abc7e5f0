import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import { cutLine } from "../support/cut-line.js";
import { liveService } from "../support/live-service.js";
import { endAsSupervised, endedPeak, eventually, startPeak } from "../support/service-process.js";
import { pastFolder } from "../support/simulated-past.js";
import { describePostgres, ownPostgres, pastSettings } from "../support/temp-postgres.js";
import { tempFolder } from "../support/temp-sqlite.js";

test("a service on SQLite loads nothing of PostgreSQL", () => {
  const bundle = fileURLToPath(new URL("../../dist/bundle/", import.meta.url));
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
    const folder = await pastFolder();
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
    const service = await liveService({ DATABASE_URL: address.href, SIGNING_KEY_FILE });
    await service.until200("/readyz");
    await postgres.server.stop();
    await service.untilSaid("database unavailable");
    for (const path of ["/api/public/nhci", "/api/public/nhci/history", "/readyz"])
      expect((await service.get(path)).status, path).toBe(200); // a restart is no reason to leave the balancer
    await postgres.server.start();
    await eventually("another turn", () => service.said("leadership gained") === 2 || undefined);
    await service.untilSaid("database available again", 60_000);
    const sentences = ["leadership lost", "database unavailable", "database available again"];
    expect(sentences.map((each) => service.said(each))).toEqual([1, 1, 1]);
    expect(await endAsSupervised(service.process)).toEqual({ code: 0, signal: null });
    expect(service.process.err).toEqual([]);
    expect(readdirSync(service.settings["DATA_DIR"] ?? "")).toEqual([]); // key and database are elsewhere
    expect(service.process.out.join("\n")).not.toContain(address.password);
    expect(service.log().at(-1)?.msg).toBe("stopped");
  });

  test("ends within ten seconds while the database says nothing, or while another makes the tables", async () => {
    const endsWhileSilent = async (ROLE: "all" | "api", half: number) => {
      const line = await cutLine(await postgres.withPast(Date.now()));
      const service = await liveService({ ...pastSettings(line.address), ROLE });
      if (ROLE === "all") await service.untilSaid("score computed");
      line.cut();
      void service.get("/readyz").catch(() => undefined); // a statement that nobody answers
      for (let i = 0; i < half; i++) {
        const socket = connect(service.port, "127.0.0.1").on("error", () => {});
        socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
        onTestFinished(() => void socket.destroy());
        await once(socket, "connect");
      }
      expect(await endAsSupervised(service.process), ROLE).toEqual({ code: 0, signal: null });
      expect(service.errors()).toEqual([]);
    };
    const endsWhileWaiting = async () => {
      const address = await postgres.empty();
      const other = new Client({ connectionString: address.href });
      await other.connect();
      onTestFinished(() => other.end());
      await other.query("select pg_advisory_lock(3853314791062309107)"); // as Kysely does
      const service = startPeak(["serve"], { DATABASE_URL: address.href, DATA_DIR: tempFolder(), PORT: "0" });
      onTestFinished(() => service.kill());
      const isWaiting = () =>
        service.out.some((line) => line.includes("waiting for a database migration")) || undefined;
      await eventually("a line", async () => isWaiting());
      expect(await endAsSupervised(service), "waiting").toEqual({ code: 1, signal: null });
    };
    await Promise.all([endsWhileSilent("api", 0), endsWhileSilent("all", 1), endsWhileWaiting()]);
  });
});
