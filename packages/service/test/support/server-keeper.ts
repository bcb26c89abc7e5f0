import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { eventually, type ServiceProcess, watched } from "./service-process.js";

export interface KeptServerOptions {
  /** Its own, which goes with it. */
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  /** With which it ends for good. */
  readonly lastSignal: "SIGTERM" | "SIGQUIT" | "SIGKILL";
  /** Rejects for as long as it does not answer. */
  readonly look: () => Promise<unknown>;
  /** Whose process it is, if not one of whoever tests. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

const TIMEOUT_MS = 20_000;

/** A server of the tests in a folder of its own. */
export class KeptServer {
  readonly #options: KeptServerOptions;
  #process!: ServiceProcess;

  constructor(options: KeptServerOptions) {
    this.#options = options;
  }

  /** What it has written since it was started last, line by line. */
  get log(): readonly string[] {
    return [...this.#process.out, ...this.#process.err];
  }

  /** Starts it, also again; resolves when it answers. @throws Error with its log when it does not within 20 s */
  async start(): Promise<void> {
    const { folder, program, args, look, owner } = this.#options;
    this.#process = watched(spawn(program, args, { ...owner, cwd: folder, stdio: ["ignore", "pipe", "pipe"] }));
    try {
      const isAnswering = () =>
        look().then(
          () => true,
          () => undefined,
        );
      await eventually(`an answer of ${program}`, isAnswering, TIMEOUT_MS);
    } catch (error) {
      await this.#process.kill();
      throw new Error(this.log.join("\n"), { cause: error });
    }
  }

  /** One that ends the server is waited for. */
  async signal(name: NodeJS.Signals): Promise<void> {
    this.#process.child.kill(name);
    if (name !== "SIGSTOP" && name !== "SIGCONT") await this.#process.ended;
  }

  /** Ends it for good and removes its folder. */
  async end(): Promise<void> {
    await this.signal(this.#options.lastSignal);
    rmSync(this.#options.folder, { recursive: true, force: true });
  }
}
