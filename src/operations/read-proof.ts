import type { ChainProof } from "../domain/chain.js";
import { PUBLIC_DAYS } from "../domain/history.js";
import type { ChainStore } from "./store-ports.js";

/**
 * What the newest statement speaks of. The statement is read first and nothing of the chain ever changes, so all parts are
 * of its moment, even while another process signs the next one.
 *
 * @returns `undefined` before the first statement
 */
export async function readProof(chain: ChainStore): Promise<ChainProof | undefined> {
  const statement = await chain.newestStatement();
  if (statement === undefined) return undefined;
  const { position } = statement;
  const read = await chain.links(Math.max(0, position - PUBLIC_DAYS), position);
  return {
    links: read.slice(-PUBLIC_DAYS),
    previous: read.at(-PUBLIC_DAYS - 1)?.hash,
    leaves: await chain.leaves(position),
    statement,
    keys: await chain.keys(),
  };
}
