import { LIMIT_SIZES, memoryLimit } from "../../dist/src/rate-limit/memory-limit.js";
import { QUOTA } from "../../dist/src/rate-limit/policy.js";
import type { LimiterFigures } from "../measures/limiter.js";
import { CLIENTS } from "../wire.js";

/** Fills a limiter with a million addresses, and counts by hand what a hundred clients in between were allowed. */

const WATCHED = 100;
/** Of a simulated clock: the flood of a million takes 50 s, so nothing leaves the window meanwhile. */
const REQUESTS_PER_MS = 20;
/** Of each watched client during the flood, evenly spread. */
const REQUESTS_EACH = 40;
/** One client in 13 asks twice and gets an exact log: 77,000, so that nearly all the memory for them is in use. */
const RETURNING_EVERY = 13;
const WARM_UP = 200_000;

const bytesNow = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { held: heapUsed + arrayBuffers, rss };
};

function clientAddress(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

function flood(): Pick<LimiterFigures, "heldBytes" | "residentBytes" | "wrongResults"> {
  let now = 0;
  const before = bytesNow();
  const limit = memoryLimit({ monotonicMs: () => now });
  const allowed = new Array<number>(WATCHED).fill(0);
  const interval = CLIENTS / (WATCHED * REQUESTS_EACH);
  for (let n = 0, requests = 0; n < CLIENTS; n++) {
    now = n / REQUESTS_PER_MS;
    limit.take(clientAddress(n));
    if (n % RETURNING_EVERY === 0) limit.take(clientAddress(n));
    if (n % interval !== 0) continue;
    const client = requests % WATCHED;
    requests++;
    if (limit.take(`192.0.2.${client}`).allowed) allowed[client] = (allowed[client] ?? 0) + 1;
  }
  const after = bytesNow();
  // Asked after the memory is measured, so that the limiter was not collected before; each is refused by now.
  const refused = allowed.map((_, client) => !limit.take(`192.0.2.${client}`).allowed);
  const wrongResults = allowed.filter((count, client) => count !== QUOTA || refused[client] !== true).length;
  return { heldBytes: after.held - before.held, residentBytes: after.rss - before.rss, wrongResults };
}

/** Requests per second the limiter can decide, for a million clients in turn. */
function speed(): number[] {
  const clients = Array.from({ length: CLIENTS }, (_, n) => clientAddress(n));
  const limit = memoryLimit({ monotonicMs: () => performance.now() });
  for (let n = 0; n < WARM_UP; n++) limit.take(clients[n] ?? "");
  return [1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    for (let n = 0; n < CLIENTS; n++) limit.take(clients[n] ?? "");
    return CLIENTS / ((performance.now() - start) / 1000);
  });
}

const { firstSlots, slots, logs } = LIMIT_SIZES;
const flooded = flood();
process.send?.({ ...flooded, sizes: { firstSlots, slots, logs }, takesPerSecond: speed() } satisfies LimiterFigures);
