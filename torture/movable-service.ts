import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../simulator/server.js";
import { openSqlite } from "../src/storage/open-sqlite.js";
import { openStores } from "../src/storage/stores.js";
import { type ShiftedService, warmService } from "../test/integration/process/shifted-service.js";
import { freePort } from "../test/support/free-port.js";
import { fillStores } from "../test/support/prepared-folder.js";
import { simulatorSettings } from "../test/support/simulated-life.js";
import type { Attack } from "./part.js";

/** The whole service in a process of its own, on a market of its own; the part moves the time of both. */
export interface MovableService extends Pick<ShiftedService, "origin" | "process"> {
  readonly pid: number;
  /** Address of its figures. */
  readonly metrics: string;
  readonly simulator: Simulator;
  /** The market stands still at a moment, in ms since 1970; the service's clock runs on from there. */
  moveTo(at: number): void;
}

/** Starts one with the past of an old installation and no score yet; the end of the attack removes it. */
export async function movableService({ cleanUp }: Pick<Attack, "cleanUp">, at: number): Promise<MovableService> {
  const folder = mkdtempSync(join(tmpdir(), "peak-torture-"));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const warm = warmService();
  cleanUp(() => warm.process.kill());
  const stores = openStores(await openSqlite(folder));
  await fillStores(stores, at);
  await stores.close();
  const simulator = await startSimulator();
  cleanUp(() => simulator.close());
  simulator.clock.fixAt(at);
  const port = await freePort();
  const settings = { DATA_DIR: folder, PORT: "0", METRICS_PORT: String(port), ...simulatorSettings(simulator) };
  const { origin, process, shiftTo } = await warm.begin(settings, at - Date.now());
  return {
    origin,
    process,
    pid: process.child.pid ?? 0,
    metrics: `http://127.0.0.1:${port}/metrics`,
    simulator,
    moveTo(to) {
      simulator.clock.fixAt(to);
      shiftTo(to - Date.now());
    },
  };
}
