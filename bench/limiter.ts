import { LIMIT_SIZES, memoryLimit } from "../dist/src/rate-limit/memory-limit.js";
import { QUOTA } from "../dist/src/rate-limit/policy.js";
import type { LimiterFigures } from "./parts/limiter.js";
import { CLIENTS } from "./parts/request-text.js";

/** Fills a limiter with a million addresses, with a hundred clients in between that are counted by hand. */

const WATCHED = 100;
/** Of a simulated clock: the flood of a million takes 50 s, so nothing leaves the window meanwhile. */
const REQUESTS_PER_MS = 20;
/** Each watched client asks this often during the flood, evenly spread. */
const ASKED = 40;
/** One client in so many asks twice and gets an exact log: 77,000, so that nearly all the memory for them is in use. */
const COMES_BACK = 13;
const WARM = 200_000;

const bytesNow = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { held: heapUsed + arrayBuffers, rss };
};

function clientAddress(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

function flood(): Pick<LimiterFigures, "heldBytes" | "residentBytes" | "wrongVerdicts"> {
  let now = 0;
  const before = bytesNow();
  const limit = memoryLimit({ monotonicMs: () => now });
  const allowedOf = new Array<number>(WATCHED).fill(0);
  const everyMany = CLIENTS / (WATCHED * ASKED);
  for (let n = 0, asked = 0; n < CLIENTS; n++) {
    now = n / REQUESTS_PER_MS;
    limit.take(clientAddress(n));
    if (n % COMES_BACK === 0) limit.take(clientAddress(n));
    if (n % everyMany !== 0) continue;
    const who = asked % WATCHED;
    asked++;
    if (limit.take(`192.0.2.${who}`).allowed) allowedOf[who] = (allowedOf[who] ?? 0) + 1;
  }
  const after = bytesNow();
  // Still there, so that nothing of it was collected before it was weighed; and refused until its first has left.
  const refused = allowedOf.map((_, who) => !limit.take(`192.0.2.${who}`).allowed);
  const wrongVerdicts = allowedOf.filter((allowed, who) => allowed !== QUOTA || refused[who] !== true).length;
  return { heldBytes: after.held - before.held, residentBytes: after.rss - before.rss, wrongVerdicts };
}

/** Requests per second the limiter can judge, for a million clients in turn. */
function speed(): number[] {
  const clients = Array.from({ length: CLIENTS }, (_, n) => clientAddress(n));
  const limit = memoryLimit({ monotonicMs: () => performance.now() });
  for (let n = 0; n < WARM; n++) limit.take(clients[n] ?? "");
  return [1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    for (let n = 0; n < CLIENTS; n++) limit.take(clients[n] ?? "");
    return CLIENTS / ((performance.now() - start) / 1000);
  });
}

const { firstSlots, slots, logs } = LIMIT_SIZES;
const flooded = flood();
process.send?.({ ...flooded, sizes: { firstSlots, slots, logs }, takesPerSecond: speed() } satisfies LimiterFigures);
