import type { Tree } from "./tree.js";

/** What the texts of a drawing say, in their order, for whoever does not see them: `Bitcoin. 72.4 / 100. Hot Zone. …` */
export function summaryOf(drawn: readonly Tree[]): string {
  return drawn.map(wordsIn).filter(Boolean).join(". ");
}

function wordsIn(part: Tree | string): string {
  return typeof part === "string" ? part : part.children.map(wordsIn).join(" ");
}
