import type { History, Published } from "../../src/published/published.js";

const NONE: History = { rows: [], crypto: [], announcements: [], revisions: [] };

/** Publishes a history that differs from the published one in these parts. */
export function showHistory(published: Published, parts: Partial<History>): void {
  published.history.put({ ...(published.history.get() ?? NONE), ...parts });
}
