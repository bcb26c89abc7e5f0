import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../../dist/simulator/server.js";
import { SOURCE_NAMES, urlSetting } from "../../dist/src/sources/all.js";
import { startService } from "./service.js";

/** A database whose past is fetched and scored, and the simulated upstreams it came from. */
export interface Installation {
  /** Settings of a service on this very database. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same on a copy of the database, as it was when it was prepared. */
  copy(): Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function prepareInstallation(): Promise<Installation> {
  const simulator = await startSimulator();
  const folder = mkdtempSync(join(tmpdir(), "peak-bench-"));
  const settings = { ...upstreams(simulator), DATA_DIR: join(folder, "0") };
  const service = await startService(settings);
  await service.until("/readyz");
  await service.until("/api/public/nhci/history");
  await service.stop();
  let copies = 0;
  return {
    settings,
    copy() {
      copies++;
      const target = join(folder, String(copies));
      cpSync(settings.DATA_DIR, target, { recursive: true });
      return { ...settings, DATA_DIR: target };
    },
    async remove() {
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function upstreams(simulator: Simulator): Record<string, string> {
  const urls = SOURCE_NAMES.map((name) => [urlSetting(name), simulator.baseUrl(name)]);
  return { UPSTREAM_SPACING_MS: "0", SIMULATED_MARKET: "yes", ...Object.fromEntries(urls) };
}
