import type { Log } from "../operations/ports.js";

/** A log that says nothing: for commands whose output is their answer. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
