import type { PublishingHolds } from "../../src/history/publishing-holds.js";

/** Nothing holds publishing back. */
export const noHolds: PublishingHolds = { hold: () => {}, release: () => {}, current: () => [], check: () => {} };
