/** What a command is given of the process it runs in, so that tests can run it without one. */

/** What a command may touch of the process it runs in. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, which is opened when asked for. */
  readonly input: () => NodeJS.ReadStream;
  /** The module this process was started with: beside it lie the worker thread and the simulator. */
  readonly self: URL;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
}
