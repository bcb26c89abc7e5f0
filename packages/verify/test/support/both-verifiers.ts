/** Runs both verifiers on the same documents, without a network. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { UncheckedError } from "../../src/document.js";
import { readKeptProof } from "../../src/kept-proof.js";
import { Fault } from "../../src/shape.js";
import { EXIT_CODES, examineSite } from "../../src/verify-site.js";
import { type Answers, SITE, textsOf } from "./sites.js";

const MANY = fileURLToPath(new URL("verify_many.py", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../../../docs/verify.py", import.meta.url));

/** A site as a verifier sees it, and the text of the proof that the reader saved. */
export interface Case {
  readonly texts: Readonly<Record<string, string>>;
  readonly kept?: string | undefined;
  readonly accept?: boolean;
}

export function caseOf(answers: Answers, kept?: unknown): Case {
  return { texts: textsOf(answers), kept: kept === undefined ? undefined : JSON.stringify(kept) };
}

/** A verifier's exit code and its reason. */
export type Outcome = readonly [code: number, why: string];

/** `peak-cycle-verify`, without its network, files and terminal. */
export async function firstVerifier({ texts, kept, accept = false }: Case): Promise<Outcome> {
  let proof: ReturnType<typeof readKeptProof> | undefined;
  try {
    proof = kept === undefined ? undefined : readKeptProof(kept);
  } catch (error) {
    if (!(error instanceof Fault || error instanceof UncheckedError)) throw error;
    return [2, error.message];
  }
  const get = async (path: string) => texts[path] ?? "";
  const { verdict, reason, right } = await examineSite(new URL(SITE), get, proof, accept);
  return [EXIT_CODES[verdict], reason ?? right.join(" | ")];
}

/** `docs/verify.py`, in one process for any number of sites. */
export class SecondVerifier {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((outcome: Outcome) => void)[] = [];
  #errors = "";
  #isOver = false;

  constructor(python: string) {
    this.#child = spawn(python, ["-B", MANY, PROGRAM]);
    this.#child.stderr.on("data", (chunk) => (this.#errors += chunk));
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#waiting.shift()?.(JSON.parse(line)));
    this.#child.stdin.on("error", () => {}); // it has ended; each check reports that
    this.#child.once("close", () => {
      this.#isOver = true;
      for (const give of this.#waiting.splice(0)) give([-1, this.#errors]);
    });
  }

  ask({ texts, kept, accept = false }: Case): Promise<Outcome> {
    if (this.#isOver) return Promise.resolve([-1, this.#errors]);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.stdin.write(`${JSON.stringify({ site: SITE, texts, kept: kept ?? null, accept })}\n`);
    });
  }

  close(): void {
    this.#child.stdin.end();
    this.#child.kill();
  }
}
