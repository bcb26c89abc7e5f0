import type { UpstreamFault } from "../../domain/errors.js";
import type { SourceHealth } from "../../domain/source-state.js";
import type { DataKind } from "../../operations/ports.js";
import type { Html } from "../html.js";

/** What became of the history row of a day. `awaited`: its 06:00 is still to come. */
export type RowFate = "live" | "late" | "missing" | "awaited" | "backfill";

/** Words of the page about the state of the service. Numbers, days and ages come as text. */
export interface StatusWords {
  readonly title: (indexName: string) => string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  readonly waiting: string;
  readonly asOf: (minute: string) => string;
  readonly now: StatusNowWords;
  readonly figures: {
    readonly heading: string;
    readonly intro: string;
    readonly columns: readonly [figure: string, source: string, age: string];
    readonly names: readonly [price: string, dominance: string, fearGreed: string];
  };
  readonly sources: {
    readonly heading: string;
    readonly intro: string;
    readonly columns: readonly [source: string, gives: string, answer: string, health: string];
    readonly gives: Readonly<Record<DataKind, string>>;
    readonly never: string;
    readonly health: Readonly<Record<SourceHealth, string>>;
    readonly idle: string;
    readonly faults: Readonly<Record<UpstreamFault, string>>;
    readonly terms: (attributionLink: string) => Html;
  };
  readonly served: ServedWords;
  readonly limits: { readonly heading: string; readonly points: readonly string[] };
  readonly json: (link: string) => Html;
}

export interface StatusNowWords {
  readonly heading: string;
  readonly fresh: string;
  readonly stale: string;
  readonly score: string;
  readonly computed: string;
  readonly nextScore: string;
  readonly nextRow: string;
  /** Beside a moment that is over. */
  readonly overdue: string;
  readonly phase: string;
  readonly since: (days: string, day: string) => string;
  readonly change: string;
  readonly spans: readonly [day: string, week: string, month: string];
  readonly unknown: string;
  readonly coverage: string;
  readonly complete: string;
  readonly partly: (percent: string) => string;
}

export interface ServedWords {
  readonly heading: string;
  readonly intro: (day: string) => string;
  /** What the drawing shows, for those who do not see it. */
  readonly drawing: string;
  readonly legend: readonly [full: string, part: string, none: string, row: string];
  readonly totals: string;
  readonly columns: readonly [span: string, hours: string, fresh: string, row: string];
  readonly last: (count: string) => string;
  readonly hours: (scored: string, due: string) => string;
  readonly rows: (live: string, late: string, missing: string) => string;
  readonly table: string;
  readonly day: string;
  readonly fates: Readonly<Record<RowFate, string>>;
}
