import type { Instant } from "peak-cycle-model";
import { startService, type Thread } from "../../src/app.js";
import type { Clock } from "../../src/platform/clock.js";
import { type Log, silentLog } from "../../src/platform/log.js";
import { systemClock } from "../../src/platform/system.js";
import { parseConfig } from "../../src/settings.js";
import { makeSampleRecord } from "./sample-record.js";

/** The whole service in this process, listening on loopback. */
export interface ComposedService {
  readonly origin: string;
  /** Begins the jobs. */
  run(): Promise<void>;
  /** Ends the jobs, if they have begun, and closes everything. */
  end(): Promise<void>;
}

/** What stands in place of the machine's clock, no log, no pictures, and a record that takes no time. */
export interface Stands extends Partial<Thread> {
  readonly clock?: Clock;
  readonly log?: Log;
}

export async function composedService(
  settings: Readonly<Record<string, string>>,
  stands: Stands = {},
): Promise<ComposedService> {
  const { clock = systemClock, log = silentLog, ...thread } = stands;
  const widgets = new URL("../../dist/widgets/", import.meta.url);
  const service = await startService(parseConfig({ PORT: "0", ...settings }), clock, log, widgets, {
    drawPng: async () => new Uint8Array(),
    makeRecord: makeSampleRecord,
    ...thread,
  });
  const over = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= service.run(over.signal);
    return running;
  };
  return {
    origin: `http://127.0.0.1:${service.address.port}`,
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
