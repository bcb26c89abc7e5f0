/** Every outside source by name, in the order in which lists show them. */
export const SOURCE_NAMES = [
  "kraken",
  "bitstamp",
  "binance",
  "coingecko",
  "coinpaprika",
  "alternative-me",
  "coin-metrics",
  "brk",
] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];

/** What a reader of the configuration, of `peak doctor` or of the attribution page needs to know about a source. */
export interface SourceRow {
  /** What Peak takes from it. */
  readonly gives: string;
  /** Scheme and host; the documented path is appended. */
  readonly defaultUrl: string;
  /** Where a person can read about it. */
  readonly link: string;
  /** The name a person knows it by. */
  readonly title: string;
  /** What its terms say about publishing a derived index. */
  readonly license: string;
  /** The text it wants to see, or the credit we give on our own. */
  readonly attribution: string;
  /** The least time between two requests, in units of the configured spacing. CoinGecko shares its quota by address. */
  readonly spacings: number;
}

/** The sources. Licenses as read in November 2026; Coinbase and blockchain.com are absent because theirs forbid this use. */
export const SOURCES: Readonly<Record<SourceName, SourceRow>> = {
  kraken: {
    gives: "live prices; daily and hourly closes of the last 720 periods",
    defaultUrl: "https://api.kraken.com",
    link: "https://www.kraken.com",
    title: "Kraken",
    license: "No clause about displaying market data was found.",
    attribution: "Kraken",
    spacings: 1,
  },
  bitstamp: {
    gives: "live prices; daily and hourly closes since 2011",
    defaultUrl: "https://www.bitstamp.net",
    link: "https://www.bitstamp.net",
    title: "Bitstamp",
    license: "Commercial use needs an agreement; non-commercial use is not addressed.",
    attribution: "Bitstamp",
    spacings: 1,
  },
  binance: {
    gives: "live prices and daily closes in tether, turned into dollars",
    defaultUrl: "https://data-api.binance.vision",
    link: "https://www.binance.com",
    title: "Binance",
    license: "Terms for redistributing public market data were not verified.",
    attribution: "Binance",
    spacings: 1,
  },
  coingecko: {
    gives: "Bitcoin dominance; live prices",
    defaultUrl: "https://api.coingecko.com",
    link: "https://www.coingecko.com",
    title: "CoinGecko",
    license: "Keyless use at low volume, with attribution linked near the data; ads or commercial use unclear.",
    attribution: "Powered by CoinGecko",
    spacings: 10,
  },
  coinpaprika: {
    gives: "Bitcoin dominance",
    defaultUrl: "https://api.coinpaprika.com",
    link: "https://coinpaprika.com",
    title: "CoinPaprika",
    license: "Terms were not verified; named and linked.",
    attribution: "CoinPaprika",
    spacings: 1,
  },
  "alternative-me": {
    gives: "Fear & Greed of each day since 2018-02-01",
    defaultUrl: "https://api.alternative.me",
    link: "https://alternative.me/crypto/fear-and-greed-index/",
    title: "alternative.me",
    license: "Use is allowed, also commercially, with the attribution beside the value.",
    attribution: "Source: alternative.me",
    spacings: 1,
  },
  "coin-metrics": {
    gives: "daily closes since 2010-07-18; MVRV of Bitcoin",
    defaultUrl: "https://community-api.coinmetrics.io",
    link: "https://coinmetrics.io",
    title: "Coin Metrics Community Data",
    license: "CC BY-NC 4.0 (https://creativecommons.org/licenses/by-nc/4.0/): no commercial use, changes are named.",
    attribution: "On-chain and price data: Coin Metrics Community Data, CC BY-NC 4.0 (modified)",
    spacings: 1,
  },
  brk: {
    gives: "daily closes and MVRV of Bitcoin, derived from its chain",
    defaultUrl: "https://bitview.space",
    link: "https://bitview.space",
    title: "Bitcoin Research Kit",
    license: "MIT code; data derived from the chain, no published terms for the hosted data.",
    attribution: "Bitcoin Research Kit / bitview.space",
    spacings: 1,
  },
};

/** The environment variable that replaces a source's base URL: `coin-metrics` has `UPSTREAM_COIN_METRICS_URL`. */
export function overrideVariable(name: SourceName): string {
  return `UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}_URL`;
}
