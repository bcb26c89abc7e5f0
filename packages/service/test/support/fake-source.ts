import type { SourceError } from "../../src/domain/errors.js";
import type { Observation } from "../../src/domain/observation.js";
import type { DataRequest, Source } from "../../src/ingest/data-source.js";

export interface FakeSource extends Source {
  /** Every request so far, oldest first. */
  readonly asked: readonly DataRequest[];
}

/** A source that answers what the test says: `undefined` means it does not have this at all. */
export function fakeSource(
  name: string,
  answer: (request: DataRequest) => readonly Observation[] | SourceError | undefined,
): FakeSource {
  const asked: DataRequest[] = [];
  return {
    name,
    asked,
    answers: (request) => answer(request) !== undefined,
    async *observe(request) {
      asked.push(request);
      const given = answer(request);
      if (given instanceof Error) throw given;
      yield given ?? [];
    },
  };
}
