/** The version of this package; a test keeps it equal to package.json. */
export const VERSION = "0.1.0";

/** The oldest supported Node, as in `engines` of package.json. better-sqlite3 crashes on older ones. */
export const MIN_NODE_VERSION = "22.14";

/**
 * @param version of the running Node, such as `20.20.2`
 * @returns an error sentence if Node is too old, else `undefined`
 */
export function nodeVersionFault(version: string): string | undefined {
  const isTooOld = version.localeCompare(MIN_NODE_VERSION, "en", { numeric: true }) < 0;
  return isTooOld ? `Node ${MIN_NODE_VERSION} or newer is needed; this is ${version}` : undefined;
}

/** Sent with every request to a source or site. */
export const USER_AGENT = `peak-cycle-index/${VERSION} (+https://www.npmjs.com/package/peak-cycle-index)`;
