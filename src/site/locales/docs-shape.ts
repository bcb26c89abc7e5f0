import type { Html } from "../html.js";
import type { Text } from "./shape.js";

/** Words of the answers in JSON besides the two endpoints. */
export interface DataWords {
  readonly meta: EndpointWords;
  readonly proof: EndpointWords;
  readonly publicKeys: EndpointWords;
  readonly revisions: EndpointWords;
  /** In place of a limit. */
  readonly freeFact: string;
}

/** Words of the page about the API. */
export interface DocsWords extends DataWords {
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
const SCORE_FIELD_PATHS = [
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

/** Of the others. */
const DATA_FIELD_PATHS = [
  "model_version",
  "updated_at",
  "stale",
  "coverage",
  "btc.phase_since",
  "btc.days_in_phase",
  "btc.change.1d",
  "btc.change.7d",
  "btc.change.30d",
  "phases[].key",
  "phases[].label",
  "phases[].from",
  "phases[].to",
  "next.score_at",
  "next.history_at",
  "market.btc_price_usd.source",
  "market.btc_price_usd.observed_at",
  "market.btc_price_usd.age_seconds",
  "market.btc_dominance_pct.source",
  "market.btc_dominance_pct.observed_at",
  "market.btc_dominance_pct.age_seconds",
  "market.fear_greed.source",
  "market.fear_greed.observed_at",
  "market.fear_greed.age_seconds",
  "sources[].name",
  "sources[].title",
  "sources[].gives",
  "sources[].health",
  "sources[].answered_at",
  "sources[].age_seconds",
  "sources[].fault",
  "head.position",
  "head.date",
  "head.closed",
  "head.hash",
  "statement",
  "signature",
  "key_id",
  "keys",
  "leaves",
  "previous",
  "links[].position",
  "links[].date",
  "links[].entry",
  "links[].leaf",
  "links[].hash",
  "keys[].kty",
  "keys[].crv",
  "keys[].alg",
  "keys[].use",
  "keys[].kid",
  "keys[].x",
  "keys[].added_at",
  "keys[].endorsed_by",
  "keys[].endorsement",
  "revisions[].number",
  "revisions[].date",
  "revisions[].revised_at",
  "revisions[].reason",
  "revisions[].score",
  "revisions[].score_smoothed",
  "revisions[].phase",
  "revisions[].phase_key",
  "revisions[].btc_price_usd",
] as const;

/** Fields of all answers in JSON. */
export const FIELD_PATHS = [...SCORE_FIELD_PATHS, ...DATA_FIELD_PATHS] as const;

export type DataFieldPath = (typeof DATA_FIELD_PATHS)[number];

export type FieldPath = (typeof FIELD_PATHS)[number];

/** Everything else that answers, in the order of the table. */
export const OTHER_PATHS = [
  "/api/public/nhci/history.csv",
  "/api/public/nhci/score.txt",
  "/api/public/nhci/proof/leaves",
  "/feed.atom",
  "/feed.json",
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
