/** A server for tests: a process with a folder that is removed with it. */
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
  /** The user of the process, if it is not the user who runs the tests. */
  protected readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** Rejects while the server does not respond. */
  protected abstract look(): Promise<unknown>;

  /** Its output since the last start, line by line. */
  get output(): readonly string[] {
    return [...this.#process.out, ...this.#process.err];
  }

  /** Starts or restarts it; resolves when it responds. @throws Error with its output if it does not within a minute */
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
      await eventually(`a response of ${program}`, isAnswering, START_MS);
    } catch (error) {
      await this.#process.kill();
      throw new Error(this.output.join("\n"), { cause: error });
    }
  }

  /** Waits for the exit if the signal ends the server. */
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
