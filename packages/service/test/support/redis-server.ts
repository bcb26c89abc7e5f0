/** A Redis or Valkey on a Unix socket that keeps nothing on disk. */
import { join } from "node:path";
import { Redis } from "ioredis";
import { TestServer } from "./test-server.js";

export class RedisServer extends TestServer {
  protected readonly command: readonly [string, ...string[]];
  protected readonly lastSignal = "SIGKILL";
  readonly #socket = join(this.folder, "socket");

  constructor(program: string, settings: readonly string[]) {
    super("redis");
    const place = ["--port", "0", "--unixsocket", this.#socket, "--dir", this.folder];
    this.command = [program, ...place, "--save", "", "--appendonly", "no", ...settings];
  }

  get url(): URL {
    return new URL(`unix://${this.#socket}`);
  }

  /** @returns the reply to the last command. @throws ReplyError */
  async ask(...commands: readonly (readonly [string, ...string[]])[]): Promise<unknown> {
    const once = { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 };
    const client = new Redis({ path: this.#socket, ...once, protocol: 2, enableReadyCheck: false });
    client.on("error", () => {}); // the command itself reports it
    try {
      await client.connect();
      let reply: unknown;
      for (const [name, ...words] of commands) reply = await client.call(name, ...words);
      return reply;
    } finally {
      client.disconnect();
    }
  }

  protected look(): Promise<unknown> {
    return this.ask(["PING"]);
  }

  /** Connections stay open without a response. */
  freeze = () => this.signal("SIGSTOP");
  thaw = () => this.signal("SIGCONT");
  /** `start` starts it again, empty. */
  crash = () => this.signal("SIGKILL");
}

/** @param program as found by `findRedis`. @param settings further command-line arguments, e.g. `--maxmemory 3mb` */
export async function startRedis(program: string, settings: readonly string[] = []): Promise<RedisServer> {
  const server = new RedisServer(program, settings);
  await server.start();
  return server;
}
