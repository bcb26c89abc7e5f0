/** The oldest Node this runs on; `engines` of package.json says the same. better-sqlite3 crashes on older ones. */
export const NODE_FLOOR = "22.14";

/**
 * @param version of the running Node, such as `20.20.2`
 * @returns a sentence for whoever starts this on a Node that is too old; `undefined` when it is not
 */
export function whyTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [floorMajor = 0, floorMinor = 0] = NODE_FLOOR.split(".").map(Number);
  const isTooOld = major < floorMajor || (major === floorMajor && minor < floorMinor);
  return isTooOld ? `Node ${NODE_FLOOR} or newer is needed, this is ${version}` : undefined;
}
