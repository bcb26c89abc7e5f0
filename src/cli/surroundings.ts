/** What a command may touch of the process it runs in. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Where progress bars are drawn, if it is a terminal. */
  readonly terminal: NodeJS.WriteStream;
  /** The module this process was started with: it can be started once more, with another command. */
  readonly self: URL;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
}
