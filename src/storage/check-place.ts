import type { CheckedChain } from "../chain/proof.js";
import { type CheckTerms, checkStoredChain } from "./check-chain.js";
import { type DatabaseLocation, openForChecking } from "./open-database.js";

/** Opens a database, checks its chain and closes it again; nothing is changed. @throws StorageError */
export async function checkPlace(place: DatabaseLocation, terms: CheckTerms): Promise<CheckedChain> {
  const database = await openForChecking(place);
  try {
    return await checkStoredChain(database, terms);
  } finally {
    await database.close();
  }
}
