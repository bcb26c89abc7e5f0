import { openForReading } from "../dist/src/cli/open-stores.js";
import { parseConfig } from "../dist/src/config.js";
import { pngCache } from "../dist/src/http/png-cache.js";
import { publicData } from "../dist/src/http/public-data.js";
import { createHttpServer } from "../dist/src/http/server.js";
import { publicView } from "../dist/src/operations/public-view.js";
import { keepNextTickFast } from "../dist/src/platform/fast-next-tick.js";
import { silentLog } from "../dist/src/platform/log.js";
import { systemClock } from "../dist/src/platform/system.js";
import { memoryLimit } from "../dist/src/rate-limit/memory-limit.js";
import { ASKS } from "./parts/request-text.js";

/**
 * The service's own HTTP side without trusted proxies. One machine has one address, so the limiter, the real one, is
 * asked about another of 2,000 after every 16 requests: a busy service's clients of one minute. They would be refused
 * when their turn comes again within a second, so for the limiter time runs a thousand times faster.
 */
const CLIENTS = 2000;
const HASTE = 1000;

keepNextTickFast(process.nextTick);

const config = parseConfig({ DATA_DIR: process.argv[2], PORT: "0" });
const stores = await openForReading(config);
if (stores === undefined) throw new Error("the database was not prepared");
const data = publicData(systemClock);
await publicView({ clock: systemClock, stores, sink: data }).restore();
await stores.close();

const real = memoryLimit({ monotonicMs: () => performance.now() * HASTE });
const clients = Array.from({ length: CLIENTS }, (_, n) => `198.${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`);
let next = 0;
const server = createHttpServer({
  config: config.http,
  data,
  limit: {
    take() {
      next = next + 1 < CLIENTS * ASKS ? next + 1 : 0;
      return real.take(clients[Math.floor(next / ASKS)] ?? "");
    },
  },
  clock: systemClock,
  log: silentLog,
  health: async () => ({ ready: true, reason: undefined }),
  sources: [],
  scripts: { code: { version: "", integrity: { chart: "", badge: "" } }, embeds: [], texts: new Map() },
  method: "",
  kept: [],
  pngs: pngCache(),
  drawScene: pngCache,
});
process.send?.((await server.listen()).port);
