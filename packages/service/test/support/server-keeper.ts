import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The shell that keeps a server of the tests; it says a line after each word that it has obeyed. */
export interface ServerKeeper {
  tell(word: string): Promise<void>;
  /** Ends the server, and removes its folder. */
  end(): Promise<void>;
}

export function serverKeeper(shell: ChildProcess): ServerKeeper {
  const lines = createInterface({ input: shell.stdout ?? process.stdin });
  return {
    async tell(word) {
      shell.stdin?.write(`${word}\n`);
      await once(lines, "line");
    },
    async end() {
      const gone = once(shell, "exit");
      shell.stdin?.end();
      await gone;
    },
  };
}

const TIMEOUT_MS = 20_000;
const PAUSE_MS = 20;

/** Resolves when the server answers. @throws Error with the `log` in its folder when it does not within 20 s */
export async function untilAnswering(look: () => Promise<unknown>, folder: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; ; ) {
    try {
      return void (await look());
    } catch (error) {
      if (Date.now() > end) throw new Error(readFileSync(join(folder, "log"), "utf8"), { cause: error });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
