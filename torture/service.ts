import { cpSync } from "node:fs";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { startAsInstalled } from "../bench/start-command.js";
import { ask, freshClient } from "../packages/service/test/support/ask.js";
import { eventually, originOf, type ServiceProcess } from "../packages/service/test/support/service-process.js";
import { simulatorSettings } from "../packages/service/test/support/simulated-life.js";
import { pastFolder, tempFolder } from "./moved-life.js";
import type { Attack } from "./part.js";

/** The built service on SQLite, with the past of an old installation and a score. */
export interface AttackedService {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly folder: string;
  readonly simulator: Simulator;
  readonly process: ServiceProcess;
}

/** Starts it as `npm start` does; the end of the attack removes it. */
export async function attackedService(
  { cleanUp }: Pick<Attack, "cleanUp">,
  settings: Readonly<Record<string, string>> = {},
): Promise<AttackedService> {
  const folder = tempFolder({ cleanUp });
  cpSync(await pastFolder(Date.now()), folder, { recursive: true });
  const simulator = await startSimulator();
  cleanUp(() => simulator.close());
  const market = { SIMULATED_MARKET: "yes", ...simulatorSettings(simulator) };
  const service = startAsInstalled({ DATA_DIR: folder, ...market, ...settings });
  cleanUp(() => service.kill());
  const origin = await originOf(service);
  await eventually("a score", async () => {
    const { status } = await ask(`${origin}/readyz`, { from: freshClient() });
    return status === 200 || undefined;
  });
  return {
    origin,
    port: Number(new URL(origin).port),
    pid: service.child.pid ?? 0,
    folder,
    simulator,
    process: service,
  };
}
