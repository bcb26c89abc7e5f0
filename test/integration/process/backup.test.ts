import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SqliteFile from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { readText } from "../../house/tree.js";
import { originOf, startPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { ask, freshClient } from "./ask.js";
import { readState } from "./database-state.js";
import { settledService } from "./live-service.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** As docs/operations.md writes it for a container. */
function documentedBackup(from: string, to: string): void {
  const [, code] = /docker exec peak node -e '([^']+)'/.exec(readText("docs/operations.md")) ?? [];
  const text = code?.replace("/data/peak.db", from).replace("/data/backup.db", to) ?? "throw 0";
  expect(spawnSync(process.execPath, ["-e", text], { cwd: ROOT, encoding: "utf8" })).toMatchObject({
    status: 0,
    stderr: "",
  });
}

function vacuumInto(from: string, to: string): void {
  const file = new SqliteFile(from, { readonly: true });
  file.prepare("VACUUM INTO ?").run(to);
  file.close();
}

test.each([
  ["SQLite's backup, as the page says", documentedBackup],
  ["VACUUM INTO", vacuumInto],
])("%s while the service runs holds everything, and a service on it says the same", async (_name, backUp) => {
  const service = await settledService();
  onTestFinished(() => service.end());
  const backup = join(tempFolder(), "backup.db");
  backUp(join(service.folder, "peak.db"), backup);
  const folder = tempFolder();
  copyFileSync(backup, join(folder, "peak.db"));
  expect(readState(folder)).toEqual(readState(service.folder));
  expect(readState(folder).scores.length).toBeGreaterThan(0);

  const restored = startPeak(["serve"], { ...service.settings, DATA_DIR: folder });
  onTestFinished(() => restored.kill());
  const origins = [service.origin, await originOf(restored)];
  for (const path of ["/api/public/nhci/history", "/api/public/nhci"]) {
    const replies = await Promise.all(origins.map((origin) => ask(origin + path, { from: freshClient() })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[1]?.text).toBe(replies[0]?.text);
  }
});
