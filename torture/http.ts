import { sendMalformed } from "./http/malformed.js";
import type { TorturePart } from "./part.js";
import { attackedService } from "./service.js";

/** Clients that do not keep to HTTP. */
export const httpPart: TorturePart = {
  name: "http",
  about: "malformed requests on raw sockets",
  async run(attack) {
    const service = await attackedService(attack);
    attack.begin();
    while (!attack.signal.aborted) await sendMalformed(attack, service);
  },
};
