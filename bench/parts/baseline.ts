import { type Child, startChild } from "./child.js";
import type { Lane } from "./lanes.js";
import type { LoadTarget } from "./load-order.js";
import { type Recorded, record } from "./recorded.js";

/** A server of the bench in a process of its own. */
export interface Running {
  readonly child: Child;
  readonly port: number;
}

/** Two processes of the same bare server: one is the baseline, both together show the noise. */
export interface Baseline {
  readonly bare: Running;
  readonly twin: Running;
}

/** @param name a script in `bench/` that sends its port once it listens */
export async function startServer(name: string, args: readonly string[] = []): Promise<Running> {
  const { child, ready } = await startChild<number>(name, args);
  return { child, port: ready };
}

export function laneOf({ port, child }: Running, target: LoadTarget): Lane {
  return { port, pid: child.pid, target };
}

/**
 * Shows the bare servers what a server answers, and makes sure that they write it to the byte, but for the date.
 *
 * @throws Error when the answer is no 200, or a bare server writes other bytes
 */
export async function copyAnswer({ bare, twin }: Baseline, port: number, path: string): Promise<Recorded> {
  const recorded = await record(port, path);
  if (recorded.status !== 200) throw new Error(`${path} answered ${recorded.status}`);
  for (const server of [bare, twin]) {
    await server.child.ask(recorded);
    const written = await record(server.port, path);
    if (written.wire !== recorded.wire) throw new Error(`the bare server wrote other bytes:\n${written.wire}`);
  }
  return recorded;
}
