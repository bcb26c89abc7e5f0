import { HistoryCheck } from "../../packages/service/src/history/check-history.js";
import { memoryLimit } from "../../packages/service/src/http/limit/memory-limit.js";
import { createHttpServer } from "../../packages/service/src/http/servers.js";
import { restore } from "../../packages/service/src/jobs/worker.js";
import { silentLog } from "../../packages/service/src/platform/log.js";
import { systemClock } from "../../packages/service/src/platform/system.js";
import { Published } from "../../packages/service/src/publish/published.js";
import { parseConfig } from "../../packages/service/src/settings.js";
import { readStores } from "../../packages/service/src/storage/stores.js";
import { REQUESTS_PER_CLIENT } from "../wire.js";

/**
 * The service's own HTTP side without trusted proxies. All load comes from one address, so the real limiter
 * is given another of 2,000 made-up addresses after every 16 requests: as many clients as a busy service has in a minute.
 * Each comes again within a second, so the limiter's clock runs a thousand times faster: otherwise it would refuse them.
 */
const CLIENTS = 2000;
const CLOCK_SPEED = 1000;

const config = parseConfig({ DATA_DIR: process.argv[2], PORT: "0" });
const published = new Published();
const isRestored = await readStores(config, async (stores) => {
  const report = () => {};
  const history = new HistoryCheck({ stores, model: undefined, memory: undefined, report });
  await restore({ clock: systemClock, stores, history, published });
  return true;
});
if (!isRestored) throw new Error("the database was not prepared");

const real = memoryLimit({ monotonicMs: () => performance.now() * CLOCK_SPEED });
const clients = Array.from({ length: CLIENTS }, (_, n) => `198.${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`);
let next = 0;
const server = createHttpServer({
  config: config.http,
  published,
  limit: {
    take() {
      next = next + 1 < CLIENTS * REQUESTS_PER_CLIENT ? next + 1 : 0;
      return real.take(clients[Math.floor(next / REQUESTS_PER_CLIENT)] ?? "");
    },
  },
  clock: systemClock,
  log: silentLog,
  health: async () => ({ ready: true, reason: undefined }),
  sources: [],
  scripts: { code: { version: "", integrity: { chart: "", badge: "" } }, embeds: [], texts: new Map() },
  method: "",
  icons: new Map(),
  pngs: { get: async () => undefined },
});
process.send?.((await server.listen()).port);
