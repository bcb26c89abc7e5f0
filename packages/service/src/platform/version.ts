/** The version of this package, as in package.json; a test holds the two together. */
export const VERSION = "0.1.0";

/** The oldest Node this runs on; `engines` of package.json says the same. better-sqlite3 crashes on older ones. */
export const MIN_NODE_VERSION = "22.14";

/**
 * @param version of the running Node, such as `20.20.2`
 * @returns a sentence for whoever starts this on a Node that is too old; `undefined` when it is not
 */
export function nodeVersionFault(version: string): string | undefined {
  const isTooOld = version.localeCompare(MIN_NODE_VERSION, "en", { numeric: true }) < 0;
  return isTooOld ? `Node ${MIN_NODE_VERSION} or newer is needed, this is ${version}` : undefined;
}

/** Sent with every request, so that a source or a site knows who asks. */
export const USER_AGENT = `peak-cycle-index/${VERSION} (+https://www.npmjs.com/package/peak-cycle-index)`;
