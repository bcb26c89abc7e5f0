import type { SourceName } from "./sources/all.js";

/** What was asked of the simulator, so that a test can see how politely. */
export class RequestLog {
  private total = 0;
  private readonly bySource = new Map<SourceName, number>();
  private newest: readonly string[] = [];

  /** @param target path and query below the source */
  add(source: SourceName, target: string): void {
    this.total += 1;
    this.bySource.set(source, (this.bySource.get(source) ?? 0) + 1);
    this.newest = [...this.newest.slice(1 - KEPT), `${source}${target}`];
  }

  /** How many requests there were, of each source and in all, and the newest thousand, oldest first. */
  read(): RequestCounts {
    const { total, newest } = this;
    return { total, sources: Object.fromEntries(this.bySource), newest };
  }

  clear(): void {
    this.total = 0;
    this.bySource.clear();
    this.newest = [];
  }
}

interface RequestCounts {
  readonly total: number;
  readonly sources: Readonly<Partial<Record<SourceName, number>>>;
  readonly newest: readonly string[];
}

const KEPT = 1000;
