export { type Answer, peakClient, type PeakClient, PeakError } from "./client.js";
