import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { serverKeeper, untilAnswering } from "./server-keeper.js";

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

/**
 * Keeps the server: obeys single words on its standard input, and when that ends, however the process at its other
 * end has ended, so does the server.
 */
const KEEPER = `
folder=$1; shift
start() { rm -f "$folder/socket"; "$@" >> "$folder/log" 2>&1 & child=$!; }
start "$@"
while read -r word; do
  case $word in
    freeze) kill -STOP $child ;;
    thaw) kill -CONT $child ;;
    crash) kill -KILL $child; wait $child ;;
    start) start "$@" ;;
  esac
  echo done
done
kill -KILL $child; rm -rf "$folder"
`;

/** @param program as found by `findRedis`. @param settings further words of its command line, e.g. `--maxmemory 3mb` */
export async function startRedis(program: string, settings: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "peak-redis-"));
  const place = ["--port", "0", "--unixsocket", join(folder, "socket"), "--dir", folder];
  const words = [program, ...place, "--save", "", "--appendonly", "no", ...settings];
  const keeper = spawn("/bin/sh", ["-c", KEEPER, "keeper", folder, ...words], {
    stdio: ["pipe", "pipe", "ignore"], // a shell says "Killed" of a child that was
    detached: true, // Ctrl-C ends the tests; the keeper then hears it from its input
  });
  const server = handle(keeper, folder);
  await server.ready();
  return server;
}

function handle(keeper: ChildProcess, folder: string): RedisServer & { ready(): Promise<void> } {
  const { tell, end } = serverKeeper(keeper);
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
  const ready = () => untilAnswering(() => ask(["PING"]), folder);
  return {
    url: new URL(`unix://${path}`),
    ask,
    ready,
    freeze: () => tell("freeze"),
    thaw: () => tell("thaw"),
    crash: () => tell("crash"),
    async start() {
      await tell("start");
      await ready();
    },
    end,
  };
}
