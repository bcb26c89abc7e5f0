import { StorageError } from "../../src/domain/errors.js";
import type { Clock } from "../../src/platform/clock.js";
import { type ChangeMarkers, LEASE_MS, type LeaseStore } from "../../src/storage/lease-store.js";

/** The lease of a database that several instances of a test share, on the test's clock. */
export interface FakeLease extends LeaseStore {
  /** The same lease as another instance reaches it; while `isAway`, every call fails as a database does that is away. */
  reachedBy(line: { isAway: boolean }): LeaseStore;
  /** Changes what the next polls show. */
  show(markers: Partial<Omit<ChangeMarkers, "now" | "isFree">>): void;
  readonly holder: string;
  readonly epoch: number;
}

export function fakeLease(clock: Pick<Clock, "now">): FakeLease {
  let [holder, epoch, expiresAt] = ["", 0, 0];
  let markers: Omit<ChangeMarkers, "now" | "isFree"> = { position: -1, version: 0, hour: null };
  const isFree = () => expiresAt <= clock.now();
  const lease: LeaseStore = {
    async acquire(who) {
      if (!isFree()) return undefined;
      [holder, epoch, expiresAt] = [who, epoch + 1, clock.now() + LEASE_MS];
      return epoch;
    },
    async renew(of) {
      if (of !== epoch || isFree()) return false;
      expiresAt = clock.now() + LEASE_MS;
      return true;
    },
    async release(of) {
      if (of === epoch) expiresAt = 0;
    },
    poll: async () => ({ now: clock.now(), isFree: isFree(), ...markers }),
  };
  return {
    ...lease,
    reachedBy(line) {
      const over = async <T>(act: () => Promise<T>): Promise<T> => {
        if (line.isAway) throw new StorageError("the database is away");
        return act();
      };
      return {
        acquire: (who) => over(() => lease.acquire(who)),
        renew: (of) => over(() => lease.renew(of)),
        release: (of) => over(() => lease.release(of)),
        poll: () => over(() => lease.poll()),
      };
    },
    show(changes) {
      markers = { ...markers, ...changes };
    },
    get holder() {
      return holder;
    },
    get epoch() {
      return epoch;
    },
  };
}
