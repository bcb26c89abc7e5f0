import type { SourceName } from "../sources/all.js";
import type { Fault, FaultOptions } from "./catalogue.js";

/** Which faults are on, for which source and path. Several may be on at once; they act in the order they were set. */
export class Faults {
  private rules: readonly FaultRule[] = [];

  set(source: FaultRule["source"], fault: Fault, options: FaultOptions = {}): void {
    this.rules = [...this.rules, { source, fault, options }];
  }

  /** Takes faults away: all, or those of a source. */
  clear(source?: SourceName): void {
    this.rules = this.rules.filter((rule) => source !== undefined && rule.source !== source);
  }

  /** The rules for one request. */
  match(source: SourceName, path: string): readonly FaultRule[] {
    return this.rules.filter(
      ({ source: whose, options }) =>
        (whose === "*" || whose === source) && (options.path === undefined || options.path === path),
    );
  }
}

export interface FaultRule {
  /** `*` stands for all of them. */
  readonly source: SourceName | "*";
  readonly fault: Fault;
  readonly options: FaultOptions;
}
