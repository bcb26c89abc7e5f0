/** The public contract of one process behind nginx as it is shipped. */
import { afterAll, beforeAll, describe } from "vitest";
import { publicContract } from "../../../../test/net/contract/public-contract.js";
import { findNginx } from "../support/find-programs.js";
import { type LiveService, startSettled } from "../support/live-service.js";
import { type Nginx, startNginx } from "../support/nginx.js";

const program = findNginx();

describe.skipIf(program === undefined)("a process behind nginx keeps the public contract:", () => {
  let service: LiveService | undefined;
  let nginx: Nginx;
  beforeAll(async () => {
    if (program === undefined) return;
    // As for the nginx of deploy/nginx on the same machine. Clients of the tests are 127.1.x.y, and so not believed.
    service = await startSettled({ TRUSTED_PROXIES: "127.0.0.1/32" });
    nginx = await startNginx({ program, instancePorts: Array(3).fill(service.port) });
  });
  afterAll(async () => {
    await nginx?.end();
    await service?.end();
  });
  publicContract(() => nginx);
});
