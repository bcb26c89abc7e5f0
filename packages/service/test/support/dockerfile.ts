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

/** What a stage takes out of the one before, as paths below the folder of both. */
export function takenPaths(instructions: readonly Instruction[]) {
  return instructions.flatMap(({ name, words }) => {
    const [, from, to] = (name === "COPY" && /^--from=build \/peak\/(\S+) (\S+)$/.exec(words)) || [];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/** Whether `.dockerignore` lets a path of the checkout in: it shuts everything out, names what may pass, then what of that may not. */
export function isInContext(path: string): boolean {
  const lines = readFileSync(new URL(".dockerignore", ROOT), "utf8").split("\n");
  const [first, ...rules] = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (first !== "*" || rules.some((line) => !/^!?[\w./*-]+$/.test(line)))
    throw new Error(".dockerignore has another form");
  const last = rules.findLast((rule) => {
    const pattern = rule.replace("!", "").replaceAll(".", "\\.").replaceAll("*", "[^/]+");
    return new RegExp(`^${pattern}(/|$)`).test(path);
  });
  return last?.startsWith("!") ?? false;
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
