import { startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { ask, freshClient } from "./ask.js";
import { composedService } from "./composed-service.js";
import { quietLog } from "./quiet-log.js";
import { eventually } from "./service-process.js";
import { simulatorSettings } from "./simulated-life.js";

/** The whole service on a simulated market, in this process. */
export async function startedService(settings: Readonly<Record<string, string>>) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const log = quietLog();
  const { origin, run, end } = await composedService({ ...simulatorSettings(simulator), ...settings }, { log });
  void run();
  onTestFinished(end);
  const get = (path: string) => ask(origin + path, { from: freshClient() });
  const until200 = (path: string) =>
    eventually(path, async () => (await get(path)).status === 200 || undefined, 60_000);
  return { get, until200, log, end };
}
