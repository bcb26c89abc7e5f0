/** How many closed connections leave enough to be worth a stop: one with 20 requests sent ahead leaves 30 kB, these 6 MB. */
const MIN_CLOSED = 200;

/** Gives memory back once a crowd of clients is gone that had to be closed for the sake of others. */
export interface ReleaseAfterCrowd {
  /** To be called for each connection that is closed for the sake of others. */
  closed(): void;
  /** To be called every now and then: releases when many were closed and none since the last call, so never while they come. */
  check(): void;
}

/** @param release stops everything for a moment */
export function releaseAfterCrowd(release: () => void): ReleaseAfterCrowd {
  let count = 0;
  let countBefore = 0;
  return {
    closed() {
      count++;
    },
    check() {
      if (count >= MIN_CLOSED && count === countBefore) {
        release();
        count = 0;
      }
      countBefore = count;
    },
  };
}
