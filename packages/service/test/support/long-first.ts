/** The order in which test files run. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Slow files run first, so that no worker waits for one of them at the end of a run. The runner remembers how long each
 * file took; the first run in a fresh clone goes by folder.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined)) return sorted;
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((folder) => moduleId.includes(`/${folder}`));
      return found === -1 ? LONG.length : found;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** The folders with the slowest files, slowest first: files that start processes, then browsers. */
const LONG = [
  "test/net/kill-while-closing",
  "packages/service/test/process/",
  "packages/service/test/browser/site-pages",
  "packages/service/test/browser/widgets",
  "test/net/tampered-site",
  "packages/service/test/database/",
  "packages/service/test/browser/",
];
