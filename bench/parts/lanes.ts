import type { Child } from "./child.js";
import type { LoadOrder, LoadResult, LoadTarget } from "./load-order.js";
import { shareOneCore } from "./proc.js";
import { ASKS } from "./request-text.js";

/** One of the servers that are measured in turn. */
export interface Lane {
  readonly port: number;
  readonly pid: number;
  readonly target: LoadTarget;
}

export interface Rounds {
  readonly rounds: number;
  readonly connections: number;
  readonly countMs: number;
}

const WARM_MS = 150;

/**
 * Every lane once a round, each round beginning with another one, by one load generator: the servers on one core, the
 * load on another, where the machine allows it.
 *
 * @returns the results of each lane, one a round
 * @throws Error when a server gave another status than it should
 */
export async function alternate<Name extends string>(
  load: Child,
  lanes: Readonly<Record<Name, Lane>>,
  { rounds, connections, countMs }: Rounds,
): Promise<Readonly<Record<Name, readonly LoadResult[]>>> {
  const names = Object.keys(lanes) as Name[];
  shareOneCore(
    Object.values<Lane>(lanes).map(({ pid }) => pid),
    load.pid,
  );
  const results = Object.fromEntries(names.map((name) => [name, [] as LoadResult[]])) as Record<Name, LoadResult[]>;
  // One round that does not count: the first seconds of a process are its slowest.
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + 1 + turn) % names.length] as Name;
      const { port, pid, target } = lanes[name];
      const order: LoadOrder = { port, pid, targets: [target], connections, asks: ASKS, warmMs: WARM_MS, countMs };
      const result = await load.ask<LoadResult>(order);
      expectNothingElse(name, result);
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}

export function expectNothingElse(name: string, { unexpected }: LoadResult): void {
  if (Object.keys(unexpected).length > 0) throw new Error(`${name} gave other answers: ${JSON.stringify(unexpected)}`);
}
