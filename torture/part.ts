import { seededRandom } from "../packages/service/test/integration/process/random.js";

/** One kind of attack, on servers of its own: loopback only, bounded in count and time. */
export interface TorturePart {
  readonly name: string;
  /** One line of `--help`. */
  readonly about: string;
  /** Starts its servers, calls `begin`, and attacks until the signal is aborted. What it throws is a fault of the part. */
  readonly run: (attack: Attack) => Promise<void>;
}

/** What a part is given. */
export interface Attack {
  readonly seed: number;
  /** How long it is to take. */
  readonly forMs: number;
  /** 0 <= value < 1; repeated by the seed. */
  readonly random: () => number;
  /** The servers stand: the time begins now. */
  readonly begin: () => void;
  /** Aborted when the time is over, and when somebody interrupts. */
  readonly signal: AbortSignal;
  /** Counts what was tried, by the name that it has in docs/reliability.md. */
  readonly tried: (what: string, times?: number) => void;
  /** Something did not hold. */
  readonly finding: (text: string) => void;
  /** Calls this at the end, whatever happened; the last one first. */
  readonly cleanUp: (undo: () => void | Promise<void>) => void;
}

export interface TortureResult {
  readonly tried: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
}

export interface TortureOptions {
  readonly seed: number;
  /** How long to attack. */
  readonly forMs: number;
  /** Aborted when somebody interrupts. */
  readonly interrupt?: AbortSignal;
  /** Told each finding at once. */
  readonly report?: (finding: string) => void;
}

/** Runs one part for so long, and removes what it has started. */
export async function runPart(
  part: TorturePart,
  { seed, forMs, interrupt, report = () => {} }: TortureOptions,
): Promise<TortureResult> {
  const over = new AbortController();
  const tried = new Map<string, number>();
  const findings: string[] = [];
  const attack: Attack = {
    seed,
    forMs,
    random: seededRandom(seed),
    begin: () => void setTimeout(() => over.abort(), forMs).unref(),
    signal: interrupt === undefined ? over.signal : AbortSignal.any([over.signal, interrupt]),
    tried: (what, times = 1) => tried.set(what, (tried.get(what) ?? 0) + times),
    finding(text) {
      findings.push(text);
      report(text);
    },
    cleanUp: () => {},
  };
  await cleanedUp(attack, part.run);
  return { tried, findings };
}

/** Does a piece of an attack, and removes at its end, whatever happened, what that piece has started. */
export async function cleanedUp(attack: Attack, piece: (attack: Attack) => Promise<void>): Promise<void> {
  const undo: (() => void | Promise<void>)[] = [];
  try {
    await piece({ ...attack, cleanUp: (each) => undo.push(each) });
  } finally {
    for (const each of undo.reverse()) await each();
  }
}
