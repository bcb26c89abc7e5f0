import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Keeps a server: obeys words on its standard input, `start` or the name of a signal, and when that ends, however the
 * process at its other end has ended, so does the server.
 */
const KEEPER = `
folder=$1 last=$2; shift 2
start() { "$@" >> "$folder/log" 2>&1 & child=$!; }
start "$@"
while read -r word; do
  case $word in
    start) start "$@" ;;
    STOP | CONT) kill -$word $child ;;
    *) kill -$word $child; wait $child ;;
  esac
  echo done
done
kill -$last $child; wait $child; rm -rf "$folder"
`;

/** A server of the tests in a folder of its own. */
export interface KeptServer {
  /** Sends a signal; one that ends the server is waited for. */
  signal(name: "STOP" | "CONT" | "INT" | "QUIT" | "KILL"): Promise<void>;
  /** Starts it again; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes its folder. */
  end(): Promise<void>;
}

export interface KeptServerOptions {
  readonly folder: string;
  /** The program and its words. */
  readonly words: readonly string[];
  /** With which it ends for good. */
  readonly lastSignal: "TERM" | "QUIT" | "KILL";
  /** Rejects for as long as it does not answer. */
  readonly look: () => Promise<unknown>;
  /** Whose process it is, if not one of whoever tests. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Resolves when the server answers. @throws Error with the `log` in its folder when it does not within 20 s */
export async function keptServer({ folder, words, lastSignal, look, owner }: KeptServerOptions): Promise<KeptServer> {
  const shell = spawn("/bin/sh", ["-c", KEEPER, "keeper", folder, lastSignal, ...words], {
    ...owner,
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"], // a shell says "Killed" of a child that was
    detached: true, // Ctrl-C ends the tests; the keeper then hears it from its input
  });
  const lines = createInterface({ input: shell.stdout });
  const tell = async (word: string) => {
    shell.stdin.write(`${word}\n`);
    await once(lines, "line");
  };
  const server: KeptServer = {
    signal: tell,
    async start() {
      await tell("start");
      await untilAnswering(look, folder);
    },
    async end() {
      const gone = once(shell, "exit");
      shell.stdin.end();
      await gone;
    },
  };
  try {
    await untilAnswering(look, folder);
  } catch (error) {
    await server.end();
    throw error;
  }
  return server;
}

const TIMEOUT_MS = 20_000;
const PAUSE_MS = 20;

async function untilAnswering(look: () => Promise<unknown>, folder: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; ; ) {
    try {
      return void (await look());
    } catch (error) {
      if (Date.now() > end) throw new Error(readFileSync(join(folder, "log"), "utf8"), { cause: error });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
