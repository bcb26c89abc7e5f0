// Which faults are on, for which source and for how many requests.

import type { SourceName } from "../sources/all.js";
import type { Fault, FaultOptions } from "./catalogue.js";

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
