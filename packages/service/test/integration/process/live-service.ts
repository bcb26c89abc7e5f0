import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { ask, freshClient } from "../../support/ask.js";
import { fillFolder } from "../../support/prepared-folder.js";
import { eventually, originOf, type ServiceProcess, startPeak } from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";

/** The built service, as installed, on the machine's clock and a simulated market. */
export interface LiveService {
  readonly origin: string;
  readonly folder: string;
  readonly simulator: Simulator;
  readonly process: ServiceProcess;
  readonly settings: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

export interface LiveOptions {
  /** Begins with nothing stored; by default with the past of an old installation, but no score yet. */
  readonly empty?: boolean;
  /** Every source fails from the beginning. */
  readonly cutOff?: boolean;
  /** Other faults of the sources from the beginning. */
  readonly faults?: (faults: Simulator["faults"]) => void;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function liveService(options: LiveOptions = {}): Promise<LiveService> {
  const { empty, cutOff, faults, settings = {} } = options;
  const folder = mkdtempSync(join(tmpdir(), "peak-live-"));
  if (!empty) await fillFolder(folder, Date.now());
  const simulator = await startSimulator();
  if (cutOff) simulator.faults.set("*", "500");
  faults?.(simulator.faults);
  const all = { DATA_DIR: folder, PORT: "0", SIMULATED_MARKET: "yes", ...simulatorSettings(simulator), ...settings };
  const process = startPeak(["serve"], all);
  return {
    origin: await originOf(process),
    folder,
    simulator,
    process,
    settings: all,
    async end() {
      await process.kill();
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With a score, and every source failing from then on, so that both answers stay as they are while a test looks. */
export async function settledService(options: LiveOptions = {}): Promise<LiveService> {
  const service = await liveService(options);
  await eventually("a score", async () => {
    const { status } = await ask(`${service.origin}/api/public/nhci`, { from: freshClient() });
    return status === 200 || undefined;
  });
  service.simulator.faults.set("*", "500");
  return service;
}
