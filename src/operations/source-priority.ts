import type { DataKind, DataRequest, Upstream } from "./ports.js";

/**
 * The fallback order: who is asked first for each kind of data, and who next when a source gives nothing. Reasons:
 * docs/decisions/0006-fallback-chains.md. `import` stands for files the operator brought; it is never asked, only
 * preferred among what is stored.
 */
const FALLBACK_ORDER: Readonly<Record<DataKind, readonly string[]>> = {
  prices: ["kraken", "bitstamp", "binance", "coingecko"],
  daily: ["import", "coin-metrics", "bitstamp", "kraken", "binance", "brk"], // an exchange's close goes before a derived one
  mvrv: ["import", "coin-metrics", "brk"],
  hourly: ["bitstamp", "kraken", "binance"],
  dominance: ["coingecko", "coinpaprika"],
  "fear-greed": ["import", "alternative-me"],
};

const DATA_KINDS = Object.keys(FALLBACK_ORDER) as readonly DataKind[];

/** The sources that have what is requested, in the order in which they are asked. */
export function sourcesFor(request: DataRequest, upstreams: readonly Upstream[]): readonly Upstream[] {
  return FALLBACK_ORDER[request.kind].flatMap((name) =>
    upstreams.filter((each) => each.name === name && each.answers(request)),
  );
}

/** What a source is asked for. */
export function kindsOf(source: string): readonly DataKind[] {
  return DATA_KINDS.filter((kind) => FALLBACK_ORDER[kind].includes(source));
}

/** The rank of a source: 0 is the best; a source that is never asked for this kind comes last. */
export function priorityOf(kind: DataKind, source: string): number {
  const index = FALLBACK_ORDER[kind].indexOf(source);
  return index === -1 ? FALLBACK_ORDER[kind].length : index;
}
