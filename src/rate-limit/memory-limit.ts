import { randomBytes } from "node:crypto";
import type { RateLimit, RateLimitResult } from "../operations/ports.js";
import { addressTable, type CounterTable, counterTable } from "./counter-table.js";
import { type Hash64, type HashKey, keyedHash } from "./keyed-hash.js";
import { allowed, NO_ROOM, WINDOW_MS } from "./policy.js";
import { HALF_WRAP_MS, timestampPool, type WrappedMs, wrap } from "./timestamp-pool.js";

/** A limit that is kept in this process and answers at once. */
export interface LocalLimit extends RateLimit {
  take(client: string): RateLimitResult;
}

/** How much one limiter may hold. */
interface LimitSizes {
  /** Slots of the table a service starts with, and comes back to after a quiet minute; a multiple of 16. */
  readonly firstSlots: number;
  /** Slots of the table it grows into once, when two buckets of the first are full; a multiple of 16. */
  readonly slots: number;
  /** Exact logs, at most. */
  readonly logs: number;
}

/**
 * The sizes of production, 15.3 bytes an address at a million addresses:
 * table 1,310,720 x (8 + 1/16) = 10,567,680; first table, kept for a minute after growing, 16,384 x (8 + 1/16) = 132,096;
 * logs 81,920 x 56 = 4,587,520; together 15,287,296 bytes, whatever arrives.
 */
export const LIMIT_SIZES: LimitSizes = { firstSlots: 16_384, slots: 1_310_720, logs: 81_920 };

interface MemoryLimitDeps {
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly sizes?: LimitSizes;
  /** Random by default. */
  readonly key?: HashKey;
}

/**
 * A sliding log in memory of fixed size: at most 20 requests in any 60 s per client, to the millisecond. A refused
 * request does not count.
 *
 * An address with one request in the window lies in the table, exactly. From its second on it has an exact log. When
 * all logs are in use it stays in the table and all its requests count as made at its newest: it may wait longer than
 * it had to, and still never gets more than 20 in any 60 s. When the table is full too, the address with the fewest
 * requests among 32 neighbors makes room, never one that is at its limit.
 */
export function memoryLimit({ monotonicMs, sizes = LIMIT_SIZES, key = randomKey() }: MemoryLimitDeps): LocalLimit {
  const hashOf = keyedHash(key);
  let memory = growingMemory(sizes);
  let takenAt = Math.floor(monotonicMs());
  let sweptAt = takenAt;
  return {
    take(client) {
      const now = Math.floor(monotonicMs());
      if (now - takenAt >= WINDOW_MS) {
        memory = growingMemory(sizes); // after a minute without requests there is nothing left to remember
        sweptAt = now;
      } else if (now - sweptAt >= HALF_WRAP_MS) {
        memory.sweep(wrap(now));
        sweptAt = now;
      }
      takenAt = now;
      return memory.take(hashOf(client), now);
    },
  };
}

interface Memory {
  take(hash: Readonly<Hash64>, now: number): RateLimitResult;
  sweep(now: WrappedMs): void;
}

/** Starts with a small table and grows once; the addresses of the first move over when they come back. */
function growingMemory(sizes: LimitSizes): Memory {
  const logs = timestampPool(sizes.logs);
  let current = counterTable(addressTable(sizes.firstSlots), logs, 0);
  let former: CounterTable | undefined;
  let grownAt: number | undefined;

  function insert(hash: Readonly<Hash64>, now: number): boolean {
    const at = wrap(now);
    if (current.insert(hash, at)) return true;
    if (grownAt === undefined) {
      former = current;
      current = counterTable(addressTable(sizes.slots), logs, sizes.firstSlots);
      grownAt = now;
      return current.insert(hash, at);
    }
    return current.makeRoom(hash, at) && current.insert(hash, at);
  }

  return {
    take(hash, now) {
      const at = wrap(now);
      if (grownAt !== undefined && now - grownAt >= WINDOW_MS) former = undefined;
      const here = current.find(hash);
      if (here !== -1) return current.take(here, at);
      const moved = former === undefined ? -1 : current.moveFrom(hash, former, at);
      if (moved !== -1) return current.take(moved, at);
      return insert(hash, now) ? allowed(1, 0) : NO_ROOM;
    },
    sweep: (time) => current.sweep(time),
  };
}

function randomKey(): HashKey {
  const bytes = randomBytes(8);
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}
