import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { endedPeak, originOf, startPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { settledService } from "./live-service.js";

test("a service on a backup that was put in place, with its key, gives the same answers", async () => {
  const service = await settledService();
  onTestFinished(() => service.end());
  const folder = tempFolder();
  const path = join(folder, "peak.db");
  expect(await endedPeak(["backup", path], service.settings)).toMatchObject({ code: 0, err: [] });
  expect(readdirSync(service.folder)).toContain("last-backup");
  copyFileSync(join(service.folder, "signing-key.pem"), join(folder, "signing-key.pem"));
  const settings = { ...service.settings, DATA_DIR: folder };
  expect((await endedPeak(["verify"], settings)).code).toBe(0);

  const restored = startPeak(["serve"], settings);
  onTestFinished(() => restored.kill());
  const origins = [service.origin, await originOf(restored)];
  for (const path of ["/api/public/nhci/history", "/api/public/nhci", "/api/public/nhci/proof"]) {
    const replies = await Promise.all(origins.map((origin) => ask(origin + path, { from: freshClient() })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[1]?.text).toBe(replies[0]?.text);
  }
});
