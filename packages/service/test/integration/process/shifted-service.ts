import { once } from "node:events";
import { type ServiceProcess, startScript } from "../../support/service-process.js";
import type { Order, Word } from "./child/messages.js";

export interface ShiftedService {
  readonly process: ServiceProcess;
  readonly origin: string;
  /** Moves the service's time so far ahead of the machine's. */
  shiftTo(offsetMs: number): void;
}

/** A process that has loaded everything and waits for the order to begin. */
export interface WarmService {
  readonly process: ServiceProcess;
  readonly ready: Promise<unknown>;
  /** Gives the order to begin; resolves when it listens. */
  begin(settings: Readonly<Record<string, string>>, offsetMs: number): Promise<ShiftedService>;
}

export function warmService(): WarmService {
  const process = startScript("serve-shifted");
  const words: Word[] = [];
  process.child.on("message", (word: Word) => words.push(word));
  const heard = async <T>(find: (word: Word) => T | undefined): Promise<T> => {
    for (;;) {
      const found = words.map(find).find((each) => each !== undefined);
      if (found !== undefined) return found;
      const word = once(process.child, "message").then(() => true);
      if (!(await Promise.race([word, process.ended.then(() => false)]))) throw new Error(process.err.join("\n"));
    }
  };
  const ready = heard((word) => ("ready" in word ? word : undefined));
  ready.catch(() => {}); // killed unused
  const tell = (order: Order) => void (process.child.connected && process.child.send(order)); // it may have been ended
  return {
    process,
    ready,
    async begin(settings, offsetMs) {
      await ready;
      tell({ start: settings, offsetMs });
      const origin = await heard((word) => ("origin" in word ? word.origin : undefined));
      return { process, origin, shiftTo: (ms) => tell({ offsetMs: ms }) };
    },
  };
}
