import { startService } from "../../../../src/app.js";
import { pinoLog } from "../../../../src/platform/log.js";
import { parseConfig } from "../../../../src/settings.js";
import { makeSampleRecord } from "../../../support/sample-record.js";
import type { Order, Word } from "./messages.js";
import { type ShiftedClock, shiftedClock } from "./shifted-clock.js";

/**
 * The whole service in a process of its own, at a time of the test's choosing. It loads first and waits for the order
 * to begin, so that a test can have one ready.
 */

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort(new Error("stopped by SIGTERM")));
process.once("disconnect", () => process.exit(1));

const say = (word: Word) => process.send?.(word);
let clock: ShiftedClock | undefined;

process.on("message", (order: Order) => {
  if ("start" in order) void serve(order.start, order.offsetMs);
  else clock?.shiftTo(order.offsetMs);
});
say({ ready: true });

async function serve(settings: Readonly<Record<string, string>>, offsetMs: number): Promise<void> {
  clock = shiftedClock(offsetMs);
  const log = pinoLog("info");
  const config = parseConfig(settings);
  const service = await startService(config, {
    clock,
    log,
    random: () => 0,
    widgets: new URL("../widgets/", import.meta.url), // seen from dist/test
    // Pictures and the record take seconds of a core, and are nothing that a kill could harm.
    draw: async () => {},
    makeRecord: makeSampleRecord,
  });
  say({ port: service.address.port });
  await service.run(stop.signal);
  process.disconnect();
}
