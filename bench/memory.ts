/** Measures the memory of the service under load. */
import type { Settings } from "../packages/service/test/support/service-process.js";
import type { Figure } from "./figure.js";
import { load } from "./load.js";
import { residentMb, startService } from "./processes.js";

const LOAD_MS = 20_000;
const CONNECTIONS = 200;
/** Few requests per address, so that the limiter remembers as many addresses as it can. */
const REQUESTS_PER_CLIENT = 2;

/**
 * Resident memory of the service, jobs included, while hundreds of thousands of clients request both endpoints. V8's
 * young generation alone grows to 134 MB on a machine with memory to spare.
 */
export async function memoryUnderLoad(settings: Settings): Promise<Figure> {
  const service = await startService({ ...settings, TRUSTED_PROXIES: "127.0.0.1" });
  try {
    const { port, pid } = service;
    const requests = ["/api/public/nhci", "/api/public/nhci/history"].flatMap((path) =>
      ["br", "gzip", "identity"].map((encoding) => ({ path, headers: [`Accept-Encoding: ${encoding}`] })),
    );
    const order = { requests, connections: CONNECTIONS, requestsPerClient: REQUESTS_PER_CLIENT, countMs: LOAD_MS };
    const { perSecond } = await load({ ...order, port, pid });
    const { now, most } = residentMb(pid);
    const asked = Math.round((perSecond * LOAD_MS) / 1000).toLocaleString("en-US");
    return {
      name: "peak resident memory under load",
      value: `${most.toFixed(0)} MB`,
      goal: "at most 500 MB: deploy/ allows 640",
      note: `${now.toFixed(0)} MB at the end, after ${asked} requests on ${CONNECTIONS} connections`,
    };
  } finally {
    await service.stop();
  }
}
