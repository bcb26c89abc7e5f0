import type { Inquiry, InquiryKind, Upstream } from "./ports.js";

/**
 * Who is asked first, and who next when a source gives nothing. Reasons: docs/decisions/0006-fallback-chains.md.
 * `import` stands for files the operator brought; it is never asked, only preferred among what is stored.
 */
const CHAINS: Readonly<Record<InquiryKind, readonly string[]>> = {
  prices: ["kraken", "bitstamp", "binance", "coingecko"],
  daily: ["import", "coin-metrics", "bitstamp", "brk", "kraken", "binance"],
  mvrv: ["import", "coin-metrics", "brk"],
  hourly: ["bitstamp", "kraken"],
  dominance: ["coingecko", "coinpaprika"],
  "fear-greed": ["import", "alternative-me"],
};

const INQUIRY_KINDS = Object.keys(CHAINS) as readonly InquiryKind[];

/** The upstreams that can answer, in the order of the inquiry's chain. */
export function chainFor(inquiry: Inquiry, upstreams: readonly Upstream[]): readonly Upstream[] {
  return CHAINS[inquiry.kind].flatMap((name) =>
    upstreams.filter((each) => each.name === name && each.answers(inquiry)),
  );
}

/** What a source is in the chains for. */
export function kindsOf(source: string): readonly InquiryKind[] {
  return INQUIRY_KINDS.filter((kind) => CHAINS[kind].includes(source));
}

/** The place of a source in a chain, first = 0; a source outside the chain comes last. */
export function rankOf(kind: InquiryKind, source: string): number {
  const place = CHAINS[kind].indexOf(source);
  return place === -1 ? CHAINS[kind].length : place;
}
