/** The rule in its simplest form, without regard to memory. */
export function naiveLimit(monotonicMs: () => number, quota = 20) {
  const accepted = new Map<string, number[]>();
  return {
    take(client: string): number {
      const now = monotonicMs();
      const recent = (accepted.get(client) ?? []).filter((at) => now - at < 60_000);
      accepted.set(client, recent);
      if (recent.length >= quota) return Math.ceil((60_000 - (now - recent[0]!)) / 1000);
      recent.push(now);
      return 0;
    },
  };
}
