import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { KeptServer } from "./server-keeper.js";

/** A Redis or Valkey of our own, in a folder of its own, on a Unix socket. It keeps nothing on disk. */
export interface RedisServer {
  readonly url: URL;
  /** @returns the reply to the last command. @throws ReplyError */
  ask(...commands: readonly (readonly [string, ...string[]])[]): Promise<unknown>;
  /** SIGSTOP: connections stay open and say nothing. */
  freeze(): Promise<void>;
  /** SIGCONT. */
  thaw(): Promise<void>;
  /** SIGKILL; resolves when it is gone. */
  crash(): Promise<void>;
  /** Starts it again, empty; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes its folder. */
  end(): Promise<void>;
}

/** @param program as found by `findRedis`. @param settings further words of its command line, e.g. `--maxmemory 3mb` */
export async function startRedis(program: string, settings: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "peak-redis-"));
  const place = ["--port", "0", "--unixsocket", join(folder, "socket"), "--dir", folder];
  const args = [...place, "--save", "", "--appendonly", "no", ...settings];
  const path = join(folder, "socket");
  const ask: RedisServer["ask"] = async (...commands) => {
    const once = { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 };
    const client = new Redis({ path, ...once, protocol: 2, enableReadyCheck: false });
    client.on("error", () => {}); // the command itself says it
    try {
      await client.connect();
      let reply: unknown;
      for (const [name, ...words] of commands) reply = await client.call(name, ...words);
      return reply;
    } finally {
      client.disconnect();
    }
  };
  const server = new KeptServer({ folder, program, args, lastSignal: "SIGKILL", look: () => ask(["PING"]) });
  await server.start();
  return {
    url: new URL(`unix://${path}`),
    ask,
    freeze: () => server.signal("SIGSTOP"),
    thaw: () => server.signal("SIGCONT"),
    crash: () => server.signal("SIGKILL"),
    start: () => server.start(),
    end: () => server.end(),
  };
}
