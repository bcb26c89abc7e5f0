/** What was asked of the simulator, so that a test can see how politely. */

import type { SourceName } from "./sources/all.js";

export interface RequestLog {
  add(request: HeardRequest): void;
  /** Requests per source and path, and the newest thousand one by one, oldest first. */
  read(): RequestCounts;
  clear(): void;
}

/** One request as it was heard. */
interface HeardRequest {
  /** The machine's time, milliseconds since 1970: real spacing, whatever the simulated time. */
  readonly atMs: number;
  readonly source: SourceName;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly userAgent: string;
}

interface RequestCounts {
  readonly total: number;
  readonly sources: Readonly<
    Partial<Record<SourceName, { readonly total: number; readonly paths: Readonly<Record<string, number>> }>>
  >;
  readonly newest: readonly HeardRequest[];
}

const KEPT = 1000;

export function requestLog(): RequestLog {
  let newest: HeardRequest[] = [];
  let total = 0;
  const counts = new Map<SourceName, Map<string, number>>();
  return {
    add(request) {
      total += 1;
      newest = [...newest.slice(1 - KEPT), request];
      const paths = counts.get(request.source) ?? new Map<string, number>();
      counts.set(request.source, paths.set(request.path, (paths.get(request.path) ?? 0) + 1));
    },
    read: () => ({
      total,
      sources: Object.fromEntries(
        [...counts].map(([source, paths]) => [
          source,
          { total: [...paths.values()].reduce((sum, count) => sum + count, 0), paths: Object.fromEntries(paths) },
        ]),
      ),
      newest,
    }),
    clear() {
      newest = [];
      total = 0;
      counts.clear();
    },
  };
}
