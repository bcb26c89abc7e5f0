import type { Html } from "../html.js";
import type { Text } from "./shape.js";

/** Words of the page about the API. */
export interface DocsWords {
  readonly title: (indexName: string) => string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  readonly contents: string;
  readonly openapi: (link: string) => Html;
  readonly tryIt: TryWords;
  readonly current: EndpointWords;
  readonly history: EndpointWords;
  readonly facts: readonly [renewed: string, cache: string, limit: string];
  readonly limitFact: string;
  readonly fieldColumns: readonly [field: string, type: string, meaning: string];
  /** Meaning of each field by its path; English has them in the schema. */
  readonly fields: Readonly<Record<FieldPath, string>> | undefined;
  readonly example: string;
  readonly always: Text;
  readonly limits: { readonly heading: string; readonly points: readonly Text[] };
  readonly caching: { readonly heading: string; readonly points: readonly Text[] };
  readonly errors: {
    readonly heading: string;
    readonly intro: Text;
    readonly columns: readonly [status: string, when: string];
    readonly rows: readonly (readonly [status: number, when: Text])[];
  };
  readonly examples: {
    readonly heading: string;
    readonly backOff: Text;
    readonly sheets: string;
    readonly sheetsNote: Text;
    readonly excel: string;
    readonly excelNote: Text;
  };
  readonly browsers: { readonly heading: string; readonly text: Text };
  readonly others: {
    readonly heading: string;
    readonly columns: readonly [path: string, gives: string, cache: string];
    readonly rows: Readonly<Record<OtherPath, Text>>;
    readonly cacheOf: Readonly<Record<"minute" | "minutes" | "hour" | "year" | "never", string>>;
  };
  readonly keys: { readonly heading: string; readonly text: Text };
  readonly attribution: { readonly heading: string; readonly text: (link: string) => Html };
}

export interface EndpointWords {
  readonly heading: string;
  readonly purpose: Text;
  readonly renewed: string;
  readonly cache: string;
}

/** Words of the "try it" button; its script reads them from the page. */
export interface TryWords {
  readonly button: string;
  readonly open: string;
  readonly asking: string;
  readonly status: string;
  readonly headers: string;
  readonly body: string;
  readonly failed: string;
}

/** Fields of the two answers, as paths; `[]` stands for each row. */
export const FIELD_PATHS = [
  "ok",
  "btc.score",
  "btc.phase",
  "btc.phase_key",
  "btc.signal",
  "btc.context.descent_guard",
  "btc.context.top_risk",
  "btc.updated_at",
  "btc.stale",
  "crypto.score",
  "crypto.phase",
  "market.btc_price_usd",
  "market.btc_dominance_pct",
  "market.fear_greed.value",
  "market.fear_greed.classification",
  "asset",
  "days",
  "data[].date",
  "data[].score",
  "data[].score_smoothed",
  "data[].phase",
  "data[].phase_key",
  "data[].btc_price_usd",
] as const;

export type FieldPath = (typeof FIELD_PATHS)[number];

/** Everything else that answers, in the order of the table. */
export const OTHER_PATHS = [
  "/embed/nhci-chart.js",
  "/embed/nhci-badge.js",
  "/embed/<version>/…",
  "/embed/nhci",
  "/embed/nhci-chart.svg",
  "/embed/nhci-card.png",
  "/oembed",
  "/openapi.json",
  "/healthz",
  "/readyz",
] as const;

export type OtherPath = (typeof OTHER_PATHS)[number];
