import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { liveService, settledService } from "../support/live-service.js";
import { endedPeak } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

test("a service on a restored backup, with its key, returns the same responses", async () => {
  const service = await settledService();
  const [from = "", folder] = [service.settings["DATA_DIR"], tempFolder()];
  expect(await endedPeak(["backup", join(folder, "peak.db")], service.settings)).toMatchObject({ code: 0, err: [] });
  copyFileSync(join(from, "signing-key.pem"), join(folder, "signing-key.pem"));
  expect((await endedPeak(["verify"], { DATA_DIR: folder })).code).toBe(0);

  const restored = await liveService({ DATA_DIR: folder }, service.market);
  for (const path of ["/api/public/nhci/history", "/api/public/nhci", "/api/public/nhci/proof"]) {
    const [one, other] = await Promise.all([service.get(path), restored.get(path)]);
    expect([one.status, other.status, other.text]).toEqual([200, 200, one.text]);
  }
}, 300_000); // four starts of a process, each of up to a minute on a busy machine
