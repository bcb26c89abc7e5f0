export { type Answer, type PeakClient, type PeakClientOptions, PeakError, peakClient } from "./client.js";
export type * from "./types.js";
