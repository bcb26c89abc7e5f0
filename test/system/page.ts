/** The commands on docs/operations.md, as a reader would type them. */
import { readFileSync } from "node:fs";

const PAGE = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

/**
 * The blocks of shell commands below a heading, in order.
 *
 * @throws Error if the number differs from `count`, so that no block goes untested
 */
export function blocksOf(heading: string, count: number): readonly string[] {
  const blocks = blocksBelow(heading);
  if (blocks.length !== count)
    throw new Error(`${heading} has ${blocks.length} blocks of commands, but ${count} are tested`);
  return blocks;
}

function blocksBelow(heading: string): readonly string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operations.md has no heading ${heading}`);
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

const run = new Set<string>();

/** Notes that a block is being run. @returns the block */
export function running(block: string | undefined): string {
  if (block === undefined) throw new Error("docs/operations.md lacks a block of commands that this test runs");
  run.add(block);
  return block;
}

/** The blocks that have not been run so far, except those for Kubernetes, which needs a cluster. */
export function blocksNotRun(): readonly string[] {
  const blocks = headingsWithCommands().flatMap(blocksBelow);
  return blocks.filter((block) => !run.has(block) && !/^kubectl /m.test(block));
}

/** All headings with such blocks. */
export function headingsWithCommands(): readonly string[] {
  const headings = PAGE.split(/^## /m)
    .slice(1)
    .map((text) => text.split("\n", 1)[0] ?? "");
  return headings.filter((heading) => blocksBelow(heading).length > 0);
}
