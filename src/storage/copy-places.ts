import { type Copying, copyDatabase } from "./copy-database.js";
import { type DatabaseLocation, openCopySource, openCopyTarget } from "./open-database.js";

/** Where from and where to. */
export interface CopyPlaces {
  readonly from: DatabaseLocation;
  readonly to: DatabaseLocation;
}

/** Who watches the copy, and may stop it. */
export type CopyWatch = Pick<Copying, "progress" | "signal">;

/**
 * Opens both databases, copies everything and closes them again.
 *
 * @returns how many rows there are
 * @throws StorageError or CopyError as `copyDatabase`, or when one of the two cannot be opened
 */
export async function copyPlaces(places: CopyPlaces, watch: CopyWatch): Promise<number> {
  const from = await openCopySource(places.from);
  try {
    const to = await openCopyTarget(places.to);
    try {
      return await copyDatabase({ from, to, ...watch });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
