/** One field of an answer. */
export interface FieldRow {
  /** `btc.context.top_risk`; `data[].date` for a field of each row. */
  readonly path: string;
  /** `number`, `text or null` in the words of JSON Schema: `string or null`. */
  readonly type: string;
  /** All values it can take, when they are a few words. */
  readonly values: readonly string[];
  /** In English, from the schema. */
  readonly description: string;
}

/** What the page about the API shows of an endpoint, made from its schema. */
export interface EndpointReference {
  readonly path: string;
  readonly fields: readonly FieldRow[];
  /** A made-up answer as JSON text, indented; long lists are cut short. */
  readonly example: string;
}

/** The answers in JSON, by the names of their words; in the order of the page. */
export const ENDPOINTS = ["current", "history", "meta", "proof", "publicKeys", "revisions"] as const;

export type Endpoint = (typeof ENDPOINTS)[number];

export type ApiReference = Readonly<Record<Endpoint, EndpointReference>>;

/** Those that are metered. */
export const METERED: readonly Endpoint[] = ["current", "history"];
