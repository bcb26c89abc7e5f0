/** The part `http`: clients that do not keep to HTTP. */

import { findNginx } from "../packages/service/test/support/find-programs.js";
import { freePort } from "../packages/service/test/support/free-port.js";
import { startNginx } from "../packages/service/test/support/nginx.js";
import { type Crowd, neverRead, stayIdle } from "./http/crowds.js";
import { sendMalformed } from "./http/malformed.js";
import { type BehindNginx, smuggle } from "./http/smuggling.js";
import type { Attack, TorturePart } from "./part.js";
import { type AttackedService, attackedService } from "./service.js";

/** For a few seconds, beside other tests; and with time. */
const SMALL: Crowd = { readers: 100, idle: 500 };
const LARGE: Crowd = { readers: 1000, idle: 4200 };
const LARGE_FROM_MS = 60_000;

/** Clients that do not keep to HTTP. */
export const httpPart: TorturePart = {
  name: "http",
  about: "malformed requests, smuggling through nginx, clients that never read, idle connections",
  async run(attack) {
    const [direct, behind] = [await attackedService(attack), await serviceBehindNginx(attack)];
    const crowd = attack.forMs < LARGE_FROM_MS ? SMALL : LARGE;
    attack.begin();
    await neverRead(attack, direct, crowd); // first, while the memory of the process is as after a start
    do {
      await sendMalformed(attack, direct);
      if (behind !== undefined) await smuggle(attack, behind);
      await stayIdle(attack, direct, crowd);
    } while (!attack.signal.aborted);
  },
};

/** @returns `undefined` where nginx is not installed */
async function serviceBehindNginx(attack: Attack): Promise<BehindNginx | undefined> {
  const program = findNginx();
  if (program === undefined) return undefined;
  const metricsPort = await freePort();
  const service: AttackedService = await attackedService(attack, {
    METRICS_PORT: String(metricsPort),
    TRUSTED_PROXIES: "127.0.0.1/32",
  });
  const nginx = await startNginx({ program, instancePorts: [service.port, service.port, service.port] });
  attack.cleanUp(() => nginx.end());
  return { nginx, service, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
}
