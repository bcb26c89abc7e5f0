import { readFileSync } from "node:fs";

/** One instruction of a Dockerfile, its lines joined. */
export interface Instruction {
  readonly name: string;
  readonly words: string;
  /** 0 for the first `FROM`. */
  readonly stage: number;
}

const ROOT = new URL("../../../../", import.meta.url);

/** As much of the format as our own file uses. */
export function readDockerfile(): readonly Instruction[] {
  const text = readFileSync(new URL("Dockerfile", ROOT), "utf8");
  let stage = -1;
  return text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = "", ...rest] = line.split(" ");
      if (name === "FROM") stage++;
      return { name, words: rest.join(" "), stage };
    });
}

/** What `COPY` takes out of the checkout. */
export function copiedPaths(instructions: readonly Instruction[]): readonly string[] {
  return instructions
    .filter(({ name, words }) => name === "COPY" && !words.startsWith("--from"))
    .flatMap(({ words }) => words.split(" ").slice(0, -1));
}

/** What `.dockerignore` lets in: it shuts everything out and then names what may pass. */
export function contextPaths(): readonly string[] {
  const lines = readFileSync(new URL(".dockerignore", ROOT), "utf8").split("\n");
  const [first, ...others] = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (first !== "*" || others.some((line) => !/^![\w.-]+$/.test(line)))
    throw new Error(".dockerignore has another form");
  return others.map((line) => line.slice(1));
}

/** The list after an instruction: `CMD ["serve"]`. @throws SyntaxError for the form that a shell would read */
export function listAfter(instructions: readonly Instruction[], name: string): readonly string[] {
  const words = lastOf(instructions, name).replace(/^.*?CMD (?=\[)|^/, "");
  return JSON.parse(words) as string[];
}

/** What follows the last instruction of a name: the one that counts. */
export function lastOf(instructions: readonly Instruction[], name: string): string {
  const found = instructions.findLast((each) => each.name === name);
  if (found === undefined) throw new Error(`the Dockerfile has no ${name}`);
  return found.words;
}

/** All of `ENV`. */
export function environmentOf(instructions: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = instructions.filter(({ name }) => name === "ENV").flatMap(({ words }) => words.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split("=") as [string, string]));
}
