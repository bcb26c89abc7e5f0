/** Which faults are on, for which source and path. */

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
  list(): readonly FaultRule[];
  /** The rules for one request. */
  match(source: SourceName, path: string): readonly FaultRule[];
}

export function faultSwitchboard(): Faults {
  let rules: FaultRule[] = [];
  const clear = (source?: SourceName | "*", path?: string) => {
    rules = rules.filter((rule) => {
      const isSource = source === undefined || rule.source === source;
      return !(isSource && (path === undefined || rule.options.path === path));
    });
  };
  return {
    set(source, fault, options = {}) {
      if (fault === "ok") clear(source, options.path);
      else rules = [...rules, { source, fault, options }];
    },
    clear,
    list: () => rules,
    match: (source, path) => rules.filter((rule) => concerns(rule, source, path)),
  };
}

function concerns(rule: FaultRule, source: SourceName, path: string): boolean {
  const isSource = rule.source === "*" || rule.source === source;
  return isSource && (rule.options.path === undefined || rule.options.path === path);
}
