import type { Fault } from "./faults.js";
import type { SourceName } from "./upstream.js";

/** Details of a fault; each fault reads the few that concern it. */
export interface FaultOptions {
  /** Path below the source, `*` standing for anything; with a `?` in it the query is compared too. Default: every path. */
  readonly path?: string;
  /** Only after so many matching requests were answered well. */
  readonly after?: number;
  /** Only for so many requests, then well again. */
  readonly times?: number;
  /** slow, slow-body: how long, in milliseconds (default 2000). */
  readonly ms?: number;
  /** Retry-After (default 30), or how far a timestamp is moved. */
  readonly seconds?: number;
  /** zero-price, 10x-spike: which rows (default the newest). */
  readonly rows?: "newest" | "history" | "all";
  /** 10x-spike (default 10), revised-history (default 1.03), open-last-row (default 0.5): what prices are multiplied by. */
  readonly factor?: number;
  /** gap-day: how many rows are missing (default 1). */
  readonly count?: number;
  /** gap-day: the first missing day, `YYYY-MM-DD`; default the third newest row. */
  readonly day?: string;
  /** missing-key, redeploy: the key instead of the most used one. */
  readonly key?: string;
  /** redirects and cross-host next_page_url: where to (default a host that does not exist). */
  readonly location?: string;
  /** Error text of the source's own error bodies. */
  readonly message?: string;
}

export interface FaultRule {
  readonly source: SourceName | "*";
  readonly fault: Fault;
  readonly options: FaultOptions;
}

/** The switchboard of faults. Several may be on at once; they act in the order they were set. */
export interface Faults {
  set(source: SourceName | "*", fault: Fault, options?: FaultOptions): void;
  /** Takes faults away: all, those of a source, or those of a source and path pattern. */
  clear(source?: SourceName | "*", path?: string): void;
  list(): FaultRule[];
  /** The rules for one request, which is counted against their `after` and `times`. */
  match(source: SourceName, path: string, search: string): FaultRule[];
}

interface CountedRule extends FaultRule {
  seen: number;
}

export function faultSwitchboard(): Faults {
  let rules: CountedRule[] = [];
  const clear = (source?: SourceName | "*", path?: string) => {
    rules = rules.filter((rule) => {
      const isSource = source === undefined || rule.source === source;
      return !(isSource && (path === undefined || rule.options.path === path));
    });
  };
  return {
    set(source, fault, options = {}) {
      if (fault === "ok") clear(source, options.path);
      else rules = [...rules, { source, fault, options, seen: 0 }];
    },
    clear,
    list: () => rules.map(({ source, fault, options }) => ({ source, fault, options })),
    match: (source, path, search) =>
      rules
        .filter((rule) => concerns(rule, source, path, search))
        .filter((rule) => {
          rule.seen += 1;
          const { after = 0, times = Number.POSITIVE_INFINITY } = rule.options;
          return rule.seen > after && rule.seen <= after + times;
        }),
  };
}

function concerns(rule: FaultRule, source: SourceName, path: string, search: string): boolean {
  if (rule.source !== "*" && rule.source !== source) return false;
  const pattern = rule.options.path;
  if (pattern === undefined) return true;
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${escaped}$`).test(pattern.includes("?") ? path + search : path);
}
