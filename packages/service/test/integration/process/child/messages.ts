/** What a test tells the shifted service. */
export type Order =
  /** Begin: the settings, and by how much its clock is ahead of the machine's. */
  | { readonly start: Readonly<Record<string, string>>; readonly offsetMs: number }
  /** Moves its clock, and wakes whoever has slept long enough by it. */
  | { readonly offsetMs: number };

/** What the shifted service tells the test. */
export type Word = { readonly ready: true } | { readonly origin: string };
