/** The list of the simulated sources. */

import type { Source } from "../source.js";
import * as list from "./list.js";

export const SOURCES: readonly Source[] = Object.values(list);

export const SOURCE_NAMES: readonly string[] = SOURCES.map(({ name }) => name);

/** @throws RangeError if no source has this name */
export function checkName(name: string): void {
  if (!SOURCE_NAMES.includes(name)) throw new RangeError(`there is no simulated source ${name}`);
}
