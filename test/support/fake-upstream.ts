import type { UpstreamError } from "../../src/domain/errors.js";
import type { Observation } from "../../src/domain/observation.js";
import type { Inquiry, Upstream } from "../../src/operations/ports.js";

export interface FakeUpstream extends Upstream {
  /** Every inquiry so far, oldest first. */
  readonly asked: readonly Inquiry[];
}

/** A source that answers what the test says: `undefined` means it does not have this at all. */
export function fakeUpstream(
  name: string,
  answer: (inquiry: Inquiry) => readonly Observation[] | UpstreamError | undefined,
): FakeUpstream {
  const asked: Inquiry[] = [];
  return {
    name,
    asked,
    answers: (inquiry) => answer(inquiry) !== undefined,
    async *observe(inquiry) {
      asked.push(inquiry);
      const given = answer(inquiry);
      if (given instanceof Error) throw given;
      yield given ?? [];
    },
  };
}
