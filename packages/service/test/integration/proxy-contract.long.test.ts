/** The public contract of one process behind nginx as it is shipped. */
import { afterAll, beforeAll, describe } from "vitest";
import { publicContract } from "../../../../test/net/contract/public-contract.js";
import { findNginx } from "../support/find-programs.js";
import { type Nginx, startNginx } from "../support/nginx.js";
import { type LiveService, settledService } from "./process/live-service.js";

const program = findNginx();

describe.skipIf(program === undefined)("a process behind nginx keeps the public contract:", () => {
  let service: LiveService | undefined;
  let nginx: Nginx;
  beforeAll(async () => {
    if (program === undefined) return;
    // As for the nginx of deploy/nginx on the same machine. Clients of the tests are 127.1.x.y, and so not believed.
    service = await settledService({ settings: { TRUSTED_PROXIES: "127.0.0.1/32" } });
    const port = Number(new URL(service.origin).port);
    nginx = await startNginx({ program, instancePorts: [port, port, port] });
  });
  afterAll(async () => {
    await nginx?.end();
    await service?.end();
  });
  publicContract(() => nginx);
});
