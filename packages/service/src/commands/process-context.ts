/** Everything a command uses of its process, so that tests can run it in theirs. */
export interface ProcessContext {
  /** The environment, including the settings file. */
  readonly env: Record<string, string | undefined>;
  /** Runs the same command in a new process with another environment, and returns its exit code. */
  readonly restart: (env: ProcessContext["env"]) => Promise<number>;
  readonly out: (text: string) => void;
  /** Writes to standard output; resolves when the text is written, and rejects if it cannot be. */
  readonly print: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  /** Standard input, opened on demand. */
  readonly input: () => NodeJS.ReadStream;
  /** The module this process was started with; the worker and the simulator are in the same folder. */
  readonly self: URL;
  /** Aborts when the process receives a signal to stop. */
  readonly stop: AbortSignal;
  /** The process's exit code; a check that finds a fault sets it to 1. */
  exitCode: number;
}
