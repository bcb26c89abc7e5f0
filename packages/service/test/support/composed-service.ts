import type { Instant } from "peak-cycle-model";
import { type AppDeps, startService } from "../../src/app.js";
import type { Clock } from "../../src/platform/clock.js";
import { silentLog } from "../../src/platform/log.js";
import { systemClock } from "../../src/platform/system.js";
import { parseConfig } from "../../src/settings.js";
import { makeSampleRecord } from "./sample-record.js";

/** The whole service in this process, listening on loopback. */
export interface ComposedService {
  readonly origin: string;
  readonly metricsOrigin: string;
  /** Begins the jobs. */
  run(): Promise<void>;
  /** Ends the jobs, if they have begun, and closes everything. */
  end(): Promise<void>;
}

/** @param deps instead of the machine's clock, no log, no pictures, and a record that takes no time */
export async function composedService(
  settings: Readonly<Record<string, string>>,
  deps: Partial<AppDeps> = {},
): Promise<ComposedService> {
  const service = await startService(parseConfig({ PORT: "0", ...settings }), {
    clock: systemClock,
    log: silentLog,
    random: () => 0.5,
    widgets: new URL("../../dist/widgets/", import.meta.url),
    drawPng: async () => new Uint8Array(),
    makeRecord: makeSampleRecord,
    ...deps,
  });
  const over = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= service.run(over.signal);
    return running;
  };
  return {
    origin: `http://127.0.0.1:${service.address.port}`,
    metricsOrigin: `http://127.0.0.1:${service.metrics?.port}`,
    run,
    end() {
      over.abort(new Error("the test is over"));
      return run();
    },
  };
}

/** Time stands still: only a turn for others ever comes to its end. */
export function standingClock(at: Instant): Clock {
  return {
    now: () => at,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        else if (ms === 0) setImmediate(resolve);
        else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  };
}
