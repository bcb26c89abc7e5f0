import type { LocalLimit } from "../../../src/rate-limit/memory-limit.js";

/** The rule in its plainest form, in as much memory as it likes. */
export function naiveLimit(monotonicMs: () => number): LocalLimit {
  const accepted = new Map<string, number[]>();
  return {
    take(client) {
      const now = monotonicMs();
      const recent = (accepted.get(client) ?? []).filter((at) => now - at < 60_000);
      const passes = recent.length < 20;
      if (passes) recent.push(now);
      accepted.set(client, recent);
      const wait = 60_000 - (now - recent[0]!);
      return { allowed: passes, remaining: 20 - recent.length, resetSeconds: Math.ceil(wait / 1000) };
    },
  };
}
