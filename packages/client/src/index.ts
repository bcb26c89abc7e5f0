// A client of a Peak site for browsers and Node, with the types of what the site answers. README.md describes it.

export {
  type Answer,
  type PeakClient,
  type PeakClientOptions,
  PeakError,
  peakClient,
} from "./client.js";
export type * from "./types.js";
