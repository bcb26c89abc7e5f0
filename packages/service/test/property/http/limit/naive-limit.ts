import type { LocalLimit } from "../../../../src/http/limit/memory-limit.js";

/** The rule in its plainest form, in as much memory as it likes. */
export function naiveLimit(monotonicMs: () => number, quota = 20): LocalLimit {
  const accepted = new Map<string, number[]>();
  return {
    take(client) {
      const now = monotonicMs();
      const recent = (accepted.get(client) ?? []).filter((at) => now - at < 60_000);
      accepted.set(client, recent);
      if (recent.length >= quota) return Math.ceil((60_000 - (now - recent[0]!)) / 1000);
      recent.push(now);
      return 0;
    },
  };
}
