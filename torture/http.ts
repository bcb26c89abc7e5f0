/** The part `http`: clients that do not keep to HTTP. */

import { type Crowd, neverRead, stayIdle } from "./http/crowds.js";
import { sendMalformed } from "./http/malformed.js";
import type { TorturePart } from "./part.js";
import { attackedService } from "./service.js";

/** For a few seconds, beside other tests; and with time. */
const SMALL: Crowd = { readers: 100, idle: 500 };
const LARGE: Crowd = { readers: 1000, idle: 4200 };
const LARGE_FROM_MS = 60_000;

/** Clients that do not keep to HTTP. */
export const httpPart: TorturePart = {
  name: "http",
  about: "malformed requests, clients that never read, idle connections",
  async run(attack) {
    const service = await attackedService(attack);
    const crowd = attack.forMs < LARGE_FROM_MS ? SMALL : LARGE;
    attack.begin();
    await neverRead(attack, service, crowd); // first, while the memory of the process is as after a start
    do {
      await sendMalformed(attack, service);
      await stayIdle(attack, service, crowd);
    } while (!attack.signal.aborted);
  },
};
