/** Stores, publishes and counts how the sources behave. */

import { MINUTE_MS } from "peak-cycle-model";
import { isNamedFailure } from "../domain/errors.js";
import type { SourceState } from "../domain/source-state.js";
import type { Meters } from "../metrics/meters.js";
import { putNow } from "../published/publish-now.js";
import type { Now, Published } from "../published/published.js";
import type { SourceObserver } from "../sources/open-source.js";
import type { Db } from "../storage/database.js";

/** Time between two writes about a source whose health has not changed; the busiest is queried with each price poll. */
const WRITE_EVERY_MS = MINUTE_MS;

export class SourceHealthWriter implements SourceObserver {
  readonly #db: Db;
  readonly #published: Published;
  readonly #meters: Meters | undefined;

  constructor(db: Db, published: Published, meters?: Meters) {
    this.#db = db;
    this.#published = published;
    this.#meters = meters;
  }

  rowsLeftOut(rows: number): void {
    this.#meters?.countRefusal("row", rows);
  }

  /** Stores and publishes a source's state, as often as needed. */
  async sourceAsked(state: SourceState): Promise<void> {
    const before = this.#published.now.get().sources.find(({ source }) => source === state.source);
    const isSame = before !== undefined && before.fault === state.fault;
    if (isSame && Math.abs(state.askedAt - before.askedAt) < WRITE_EVERY_MS) return;
    const next = { ...state, answeredAt: state.answeredAt ?? before?.answeredAt };
    const withState = ({ sources }: Now) => {
      const others = sources.filter(({ source }) => source !== state.source);
      return { sources: [...others, next].sort((one, other) => (one.source < other.source ? -1 : 1)) };
    };
    await putNow(this.#db, this.#published, withState).catch((error: unknown) => {
      if (!isNamedFailure(error)) throw error; // no score depends on it, and the job will run into the same error
    });
  }
}
