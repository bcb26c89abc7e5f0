import { pinoLog } from "../../../../src/platform/log.js";
import { type ComposedService, composedService } from "../../../support/composed-service.js";
import type { Order, Word } from "./messages.js";
import { type ShiftedClock, shiftedClock } from "./shifted-clock.js";

/**
 * The whole service in a process of its own, at a time of the test's choosing. It loads first and waits for the order
 * to begin, so that a test can have one ready.
 */

process.once("SIGTERM", () => void service?.end());
process.once("disconnect", () => process.exit(1));

const say = (word: Word) => process.send?.(word);
let clock: ShiftedClock | undefined;
let service: ComposedService | undefined;

process.on("message", (order: Order) => {
  if ("start" in order) void serve(order.start, order.offsetMs);
  else clock?.shiftTo(order.offsetMs);
});
say({ ready: true });

async function serve(settings: Readonly<Record<string, string>>, offsetMs: number): Promise<void> {
  clock = shiftedClock(offsetMs);
  const widgets = new URL("../widgets/", import.meta.url); // seen from dist/test
  // Pictures and the record take seconds of a core, and are nothing that a kill could harm.
  Math.random = () => 0; // every job at its earliest
  service = await composedService(settings, { clock, log: pinoLog("info"), widgets });
  say({ origin: service.origin });
  await service.run();
  process.disconnect();
}
