/** Publishes the history that a test needs. */
import { historyForm } from "../../src/published/history-reply.js";
import type { History, Published } from "../../src/published/published.js";

/** A history without any days. */
const NO_HISTORY: History = { rows: [], crypto: [], announcements: [], revisions: [] };

/** Publishes a history that differs from the published one in these parts. */
export function showHistory(published: Published, parts: Partial<History>): void {
  const next = { ...(published.history.get() ?? NO_HISTORY), ...parts };
  published.history.put({ ...next, reply: historyForm(next.rows) });
}
