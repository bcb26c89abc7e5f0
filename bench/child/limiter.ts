import { memoryLimit } from "../../packages/service/src/http/limit/memory-limit.js";
import type { LimiterFigures } from "../measures/limiter.js";
import { CLIENTS } from "../wire.js";

/** Fills a limiter with two million addresses in a minute, and asks it what it has kept. */

const ADDRESSES = 2_000_000;
const MINUTE_MS = 60_000;
/** At their limit when the flood begins. */
const AT_LIMIT = 100;
const WARM_UP = 200_000;

const bytesNow = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

function clientAddress(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

function flood(): Pick<LimiterFigures, "heldBytes" | "forgotten"> {
  let now = 0;
  const before = bytesNow();
  const limit = memoryLimit({ monotonicMs: () => now });
  const restless = Array.from({ length: AT_LIMIT }, (_, n) => `192.0.2.${n}`);
  for (const client of restless) while (limit.take(client) === 0);
  for (let n = 0; n < ADDRESSES; n++) {
    now = (n / ADDRESSES) * MINUTE_MS;
    limit.take(clientAddress(n));
  }
  const heldBytes = bytesNow() - before;
  // Asked after the memory is measured, so that the limiter was not collected before; each is refused by now.
  return { heldBytes, forgotten: restless.filter((client) => limit.take(client) === 0).length };
}

/** Requests per second the limiter can decide, for so many clients in turn. */
function speed(count: number): number[] {
  const clients = Array.from({ length: count }, (_, n) => clientAddress(n));
  const limit = memoryLimit({ monotonicMs: () => performance.now() });
  for (let n = 0; n < WARM_UP; n++) limit.take(clients[n % count] ?? "");
  return [1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    for (let n = 0; n < CLIENTS; n++) limit.take(clients[n % count] ?? "");
    return CLIENTS / ((performance.now() - start) / 1000);
  });
}

process.send?.({ ...flood(), newClients: speed(CLIENTS), knownClients: speed(1000) } satisfies LimiterFigures);
