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

/** All headings with such blocks. */
export function headingsWithCommands(): readonly string[] {
  const headings = PAGE.split(/^## /m)
    .slice(1)
    .map((text) => text.split("\n", 1)[0] ?? "");
  return headings.filter((heading) => blocksBelow(heading).length > 0);
}
