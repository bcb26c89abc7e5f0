import { startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { startService } from "../../src/app.js";
import { systemClock } from "../../src/platform/system.js";
import { parseConfig } from "../../src/settings.js";
import { ask, freshClient } from "./ask.js";
import { quietLog } from "./quiet-log.js";
import { makeSampleRecord } from "./sample-record.js";
import { eventually } from "./service-process.js";
import { simulatorSettings } from "./simulated-life.js";

/** The whole service on a simulated market, in this process. */
export async function startedService(settings: Readonly<Record<string, string>>) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const log = quietLog();
  const config = parseConfig({ PORT: "0", ...simulatorSettings(simulator), ...settings });
  const service = await startService(config, {
    clock: systemClock,
    log,
    random: () => 0.5,
    widgets: new URL("../../dist/widgets/", import.meta.url),
    draw: async () => {},
    makeRecord: makeSampleRecord,
  });
  const stop = new AbortController();
  const ended = service.run(stop.signal);
  const end = () => {
    stop.abort(new Error("the test is over"));
    return ended;
  };
  onTestFinished(end);
  const origin = `http://127.0.0.1:${service.address.port}`;
  const get = (path: string) => ask(origin + path, { from: freshClient() });
  const until200 = (path: string) =>
    eventually(path, async () => (await get(path)).status === 200 || undefined, 60_000);
  return { get, until200, log, end };
}
