/** What a command is given of the process it runs in, so that tests can run it without one. */

/** What a command may touch of the process it runs in. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, which is opened when asked for. */
  readonly input: () => NodeJS.ReadStream;
  /** The module this process was started with: it can be started once more, with another command. */
  readonly self: URL;
  /** `undefined` when this process was started by hand. */
  readonly parent: ParentProcess | undefined;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
}

/** The process of ours that has started this one. */
export interface ParentProcess {
  /** Its next message. Rejects when it is gone. */
  next(): Promise<unknown>;
  /** Resolves when the message was sent, or when the parent has ended. */
  send(message: unknown): Promise<void>;
}
