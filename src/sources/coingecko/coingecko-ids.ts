import type { Coin } from "../../operations/ports.js";

/** CoinGecko's names of the coins. */
export const COINGECKO_IDS: Readonly<Record<Coin, string>> = {
  btc: "bitcoin",
  ada: "cardano",
  bnb: "binancecoin",
  doge: "dogecoin",
  eth: "ethereum",
  ltc: "litecoin",
  sol: "solana",
  xrp: "ripple",
  usdt: "tether",
};
