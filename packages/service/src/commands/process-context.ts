/** What a command may touch of the process it runs in, so that tests can run it without one. */
export interface ProcessContext {
  /** The environment, with what a file of settings adds to it. */
  readonly env: Record<string, string | undefined>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, which is opened when asked for. */
  readonly input: () => NodeJS.ReadStream;
  /** The module this process was started with: beside it lie the worker and the simulator. */
  readonly self: URL;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  /** What the process will end with; a check that finds a fault sets 1. */
  exitCode: number;
}
