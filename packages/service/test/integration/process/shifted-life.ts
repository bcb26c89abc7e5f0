import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { ask, freshClient, type Reply, type RequestOptions } from "../../support/ask.js";
import { fillFolder } from "../../support/prepared-folder.js";
import { eventually } from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { warmService } from "./shifted-service.js";

/** A service with a score, whose time and market the test moves together. */
export interface ShiftedLife {
  readonly simulator: Simulator;
  get(path: string, question?: RequestOptions): Promise<Reply>;
  pass(ms: number): void;
  /** SIGKILL, and a new process on the same folder. */
  restart(): Promise<void>;
  /** Its time now, in ms since 1970. */
  now(): number;
}

/** @param at where its time begins */
export async function shiftedLife(at: string): Promise<ShiftedLife> {
  const folder = tempFolder();
  await fillFolder(folder, Date.parse(at));
  let offsetMs = Date.parse(at) - Date.now();
  const simulator = await startSimulator();
  simulator.clock.moveBy(offsetMs);
  const settings = { DATA_DIR: folder, PORT: "0", ...simulatorSettings(simulator) };
  let service = await warmService().begin(settings, offsetMs);
  onTestFinished(async () => {
    await service.process.kill();
    await simulator.close();
  });
  const get: ShiftedLife["get"] = (path, question = {}) =>
    ask(service.origin + path, { from: freshClient(), ...question });
  await eventually("a score", async () => (await get("/readyz")).status === 200 || undefined);
  return {
    simulator,
    get,
    now: () => Date.now() + offsetMs,
    pass(ms) {
      offsetMs += ms;
      simulator.clock.moveBy(offsetMs);
      service.shiftTo(offsetMs);
    },
    async restart() {
      await service.process.kill();
      service = await warmService().begin(settings, offsetMs);
    },
  };
}
