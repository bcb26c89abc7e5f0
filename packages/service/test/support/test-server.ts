/** A server that tests start: a process with a folder that goes with it. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, type ServiceProcess, watched } from "./service-process.js";

const START_MS = 60_000;

export abstract class TestServer {
  protected readonly folder: string;
  #process!: ServiceProcess;

  constructor(kind: string) {
    this.folder = mkdtempSync(join(tmpdir(), `peak-${kind}-`));
  }

  protected abstract readonly command: readonly [program: string, ...args: string[]];
  /** The signal that ends it permanently. */
  protected abstract readonly lastSignal: NodeJS.Signals;
  /** Whose process it is, if not of the user who tests. */
  protected readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** Rejects while the server does not respond. */
  protected abstract look(): Promise<unknown>;

  /** What it has written since it was started last, line by line. */
  get output(): readonly string[] {
    return [...this.#process.out, ...this.#process.err];
  }

  /** Starts it, also again; resolves when it answers. @throws Error with its output when it does not within a minute */
  async start(): Promise<void> {
    const [program, ...args] = this.command;
    const child = spawn(program, args, { ...this.owner, cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = watched(child);
    const isAnswering = () =>
      this.look().then(
        () => true,
        () => undefined,
      );
    try {
      await eventually(`an answer of ${program}`, isAnswering, START_MS);
    } catch (error) {
      await this.#process.kill();
      throw new Error(this.output.join("\n"), { cause: error });
    }
  }

  /** A signal that ends the server is waited for. */
  async signal(name: NodeJS.Signals): Promise<void> {
    this.#process.child.kill(name);
    if (name !== "SIGSTOP" && name !== "SIGCONT") await this.#process.ended;
  }

  /** Ends it permanently and removes its folder. */
  async end(): Promise<void> {
    await this.signal(this.lastSignal);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
