import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Where the files lie that take longest, longest first: they start processes, then browsers. */
const LONG = ["test/integration/process/", "test/integration/many/", "test/integration/", "test/browser/"];

/** Files that take long run first, so that at the end of a run no worker waits for one of them. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((folder) => moduleId.includes(`/${folder}`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
