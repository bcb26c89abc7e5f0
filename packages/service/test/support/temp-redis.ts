import { afterAll, beforeAll, describe } from "vitest";
import { findRedis } from "./find-programs.js";
import { type RedisServer, startRedis } from "./redis-server.js";

const program = findRedis();
if (program === undefined) {
  process.stderr.write("Redis is missing: its suites are skipped (apt-get install redis-server)\n");
}

/** `describe` where Redis is installed, else a visible skip; `tools/prepare-tests.ts` says so. */
export const describeRedis = describe.skipIf(program === undefined);

/** One server for the tests around it. @returns the server, which runs in tests only */
export function tempRedis(settings?: readonly string[]): () => RedisServer {
  let server: RedisServer | undefined;
  beforeAll(async () => {
    if (program !== undefined) server = await startRedis(program, settings);
  });
  afterAll(() => server?.end());
  return () => {
    if (server === undefined) throw new Error("the server runs in tests only");
    return server;
  };
}
