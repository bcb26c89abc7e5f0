/** The order in which test files run. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take long run first, so that at the end of a run no worker waits for one of them. How long each took the
 * runner keeps from run to run; the first run in a fresh clone goes by folders.
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

/** Where the files lie that take longest, longest first: they start processes, then browsers. */
const LONG = [
  "test/net/kill-while-closing",
  "packages/service/test/process/",
  "packages/service/test/browser/site-pages",
  "packages/service/test/browser/widgets",
  "test/net/tampered-site",
  "packages/service/test/database/",
  "packages/service/test/browser/",
];
